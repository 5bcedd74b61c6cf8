"""Tells languages apart by groups of letters: for texts too short to have a small word that gives them away.

The table is written by `scripts/write_letter_groups.py` from the words of the catalogue. A group that it lacks says
nothing; marks on letters, which are folded away in the table, speak for Portuguese.
"""

import re
from collections.abc import Iterable
from functools import cache

from moot.policies.language.stopwords import LANGUAGES, Language

_MARKED = re.compile("[áàâãéêíóôõúç]", re.IGNORECASE)
_MARK = 2.0
_STEPS = 5


@cache
def _read_table() -> dict[str, tuple[int, ...]]:
    places = len(LANGUAGES)
    return {each[:-places]: tuple(int(digit, 36) for digit in each[-places:]) for each in _TABLE.split()}


def score_letters(text: str, folded_words: Iterable[str]) -> dict[Language, float]:
    """Add up what the letters of a text say for each language."""
    table = _read_table()
    edged = [f"_{word}_" for word in folded_words if len(word) > 2 and word.isalpha()]
    found = [
        worth
        for word in edged
        for size in (2, 3)
        for at in range(len(word) - size + 1)
        if (worth := table.get(word[at : at + size]))
    ]
    points = {language: sum(worth[at] for worth in found) / _STEPS for at, language in enumerate(LANGUAGES)}
    points["pt"] += _MARK * len(_MARKED.findall(text))
    return points


_TABLE = """
_a_de0 _abhd0 _acfd0 _ad056 _afhd0 _ag590 _ajc10 _ak01j _aod10 _ap860 _as450 _avf80 _aw01b _b07b _ba006 _be0dj _bi01h
_bl090 _bo0fa _br4a0 _bu057 _cbb0 _ca360 _cef0c _chhl0 _cicb0 _clbj0 _cojh0 _crij0 _cu720 _d305 _da80c _de840 _di30b
_do780 _du607 _egd0 _ea0f0 _ed770 _ef9a0 _elea0 _emgd0 _enc90 _eq590 _erfb0 _esg60 _evej0 _exkh0 _fcb0 _fa960 _fege0
_fiad0 _foaa0 _fred0 _fucd0 _ga067 _ge0a6 _gi0f9 _go0f0 _gr740 _h053 _h_560 _ha057 _he0i6 _hobf0 _hy0g0 _i550 _id650
_igd90 _in650 _it083 _j107 _ja90j _je01c _k0kt _ka01k _ke0hp _ki09b _kl01f _kn0f0 _ko01k _kr01g _ku01i _le061 _lilj0
_lo170 _lua0c _m006 _me10c _mo560 _mu907 _n760 _nedc0 _nia0c _nobd0 _nuda0 _o790 _oc810 _of0i0 _ol046 _on9j0 _op360
_or540 _ot0g0 _oukf0 _ov0f0 _pe60d _pi016 _pl7c0 _pr960 _pu20a _qec0 _quec0 _r890 _ra620 _rebb0 _robf0 _ru070 _s_460
_sc0f0 _se015 _sh0j0 _sk0ab _sohj0 _sp0f0 _st0pd _sw0b0 _sy0eb _ta059 _te409 _th0o0 _ti035 _treg0 _tu039 _tw0d0 _ulb07
_ume05 _un074 _us460 _uta05 _vfc0 _vae90 _veb80 _voki0 _w0tf _wa0lf _we0j0 _wh0m0 _wi0j0 _wo0k0 _wr0h0 _y0jh _y_076
_ya01g _ye0c0 _yo0h0 a_h0g aa01l aan01l aat01a ab_01i aba90h abe701 abl0b0 abn018 abocd0 abrc10 acb80 acal0e acc0h0
acehc0 ach5h0 acid10 ack0f0 acoi10 acra10 act8f0 acuc05 ad800 ad_0j0 adah0b add0d0 adegd0 adi058 ados10 adra10 ads0c0
adv9a0 af500 af_01b afa910 afif10 afo910 aft0b8 aga046 age350 agi80f agoaa0 agr4d0 ah01s ah_01q aha01k ahk01a ahn01c
ahu01g ai_80l aia40d aik01l ail0e0 aim0hg ain084 aiob10 air5d0 aisib0 ait0f6 aiu910 aixe10 aja018 ajo0e0 ajuc0c ak0bk
ak_0am aka01p ake4e0 akh01i aki07h akk018 akn01b aks09e akt01g aku01e ala509 alcc10 alee10 algc10 alhc10 ali608 alk09f
all0l0 alm810 aloca0 als080 alt650 alu0df alva10 am805 am_j08 amad0i amb50c amedd0 amih05 amo5b0 amp01i an02c an_0kz
ana80c ancig0 ang0hs ani790 anj01h ank01e ann0bm ano7b0 anp01e ans5h0 ant706 any0fn aor10 ao_r10 ap_0ei apa30e ape910
aph0a0 api60a apk01f apla10 apoh0c app0j0 aprg10 aqc10 aquc10 ar_c08 araa0b arcab0 ardfg0 are790 ari607 ark04a arn0da
aro910 arq810 ars0e0 artab0 aru01g ary0b0 as_a01 asa01m asedh0 asi09n ask0g0 asn01c asoah0 asp096 assc90 asu0af at057
at_0fk ata20e atc090 ate9d0 atk01e atn018 atra10 ats0f0 att090 atu0cj au_09h aua01d auh01d auseh0 aut860 avmk0 avag80
avehk0 avie10 avrd10 aw0hl aw_0e0 awa01l axaa0 axia80 ay0kg ay_0h0 aya01f ays0g0 azh10 az_b10 azib10 azoc10 b_01j
ba109 ba_018 bab017 bac0ef bag01g bah01l baid0h bal04a ban01n bar01f bas960 bat105 baw01d be03a be_ad0 bed0ae beg0ea
bel0di bemc10 ben01d ber70i bes0ca bi209 bia01g bid860 bih01c bis01f bj490 bje490 bl4d0 ble4c0 bn018 bny018 bo060
boa090 bod0h0 bol01b bor960 bot099 bou9c0 br760 bra5c0 bre850 brid60 bro099 bs960 bse860 bt0a0 bu049 bua01f buk01k
bun01b bur07a busa60 but077 c_0f0 ca620 ca_d07 cab80c cace10 cadj10 cai910 cak018 calej0 camg60 can260 caoo10 cap049
car606 casfb0 caudg0 cav5a0 cc5h0 cce0h0 ce9b0 ce_ah0 ceb810 cedae0 ceih10 cel40a cenb60 cep0h6 cerd40 cesfg0 chjp0
ch_0k0 chagi0 checj0 chi9d0 choae0 cigb0 cialb0 cidgd0 cieb10 cil0a4 cim910 ciof10 cipg10 cisfg0 citgf0 ck0j0 ck_0h0
cks0c0 cljl0 clagi0 cle0a0 clo8c0 clued0 cojg0 co_i10 cob809 coei10 coia10 colf90 comnn0 conmi0 corjh0 cosbb0 coufj0
crkj0 cref10 criij0 ct4h0 ct_0k0 cte5h0 cti0g0 cts0h0 ctu0b0 cu820 cui650 culb07 cume90 cund10 cure60 cusfc0 cutca0
d_0l2 dad0a da_r0j daa01c dacc10 dadl10 daf018 dah01h dak01h dal01f dame0a dan307 dap01i dare0c dasl0f dat0ge day096
dd0g0 dde0e0 de650 de_gd0 dea0d0 decji0 ded0k0 defh60 deih10 dem603 dera90 deslf0 deud10 devfa0 dg0c0 dge0c0 di308
di_01h dia60b dib01j die099 difbe0 diga08 dih01f dii01a dij01d dik01l dil01h dim40d din048 dip01m dir707 dit016 diu306
div510 dizf10 dof60 do_ta0 domdc0 don0d0 dorh10 dosn10 douca0 dow0b0 drae0 dra9d0 dro590 ds5m0 ds_5m0 du508 dua507
duk01d dul01c dur560 duv910 duza10 dv9a0 dvo9a0 dw560 dwa560 dy0h0 dy_0h0 e_dg0 ea3i0 eac0g0 ead0c0 eak4b0 eal590
ean0d0 ear0j0 eas0l0 eat0d0 eav0d0 eb006 ebe40f ebi40b ebu0dh ecgg0 eca770 eceja0 echd10 eciea0 eck0e0 eclc10 ecogi0
ect5m0 ecue60 ed0c0 ed_0r0 eda01h edeee0 edg0a0 edu60b ee4f0 ee_0e0 eed0i0 eem070 een470 eep0c0 ees5c0 efmm0 efed10
eff0a0 efilj0 efo5b0 efu0d0 eg710 egrc80 egui10 eh07g eh_01e eha01b eiqg0 eiad10 eirga0 eisf10 eitmb0 eixf10 eja01f
ejehg0 ek01m ek_01c eka01f eko01c eks01f eku01b elab0c ele016 elf0c0 elhh10 eli078 ell0d0 elo720 els0d0 elu01k em_k70
ema407 emb30d eme0c9 emi027 emp007 ems0b0 emu01l en_0db ena40d enc740 ene0aj eng0br enhe10 eni04e enj01e enu40c eny01o
eo079 eor01d ep_0b0 epa07c epla60 epoad0 eps0e0 ept0i0 eq990 equ990 er_4a0 era708 erb01n erd04c ere280 erg720 erh01f
eri408 erj01g erk01h erl09l ermb40 eroa10 erp07h errie0 ers075 ert80c eru01i erv770 erw0b6 ery0i0 es760 es_ln0 esa80i
escme0 esfc10 esi098 esk0ae esl910 esmd10 eso760 espf20 essk90 estea0 et_0j0 etad0j eth0h0 etia08 etoh0c etr062 ett0i0
etu30b etw0c0 eub00 eu_i10 eut780 ev9b0 eva890 evehl0 evi670 evob10 ew0ca ew_090 ewa01g ewe0f0 exdc0 exaf60 exc9a0
exeb60 exifa0 exp0c0 ext790 ey0ge ey_0e0 eya01e ezf10 ez_d10 f_0jh fa850 fac7a0 falb50 fas610 fat805 felj0 feccc0
feig10 ferde0 few0d0 ff0j0 ffe0h0 ffi0c0 fi870 fiac10 ficle0 fid5c0 fie0d0 fik01e fingg0 fir740 fk01a fka01a foba0
fo_910 fol0f9 fond10 forcb0 fou0d0 fred0 frac10 fro0d0 ft0c3 fta018 fte0d0 ftw560 fucg0 ful0e0 funb10 fur090 g_0eg
ga008 ga_b0f gadf10 gag01f gah01d gai0fc gaj01b gak01a gal07g gam40a gan03h gap0fd gard0h gas70d gat017 ge260 ge_8c0
ged0e0 gel01c gem710 ger060 ges0d6 get0e9 gg0cn gga01i gge0c6 ggi01g ggu01i gh0jd gh_0g0 ghe01c ght0e0 gi_01h gia01e
gic9a0 gide10 gik01b gil01f gir910 gisa70 giv5f0 gk01o gka01n gki01c gkl018 gkr01c gl590 gle560 gno890 gny01a go970
go_ed0 gosb10 got605 gr790 gra830 gre0j0 gs0a2 gs_5f0 gt090 gth090 gu_01f guaha0 gub01b guefg0 guia70 guj01a guk018
gul01d gunh0e gus01c gut01e h_0jm ha_g10 hab01d hak01e hal07e hame07 han0bd hap078 har076 has046 hat0hf havab0 hd0d0
hdr0d0 he4c0 he_ae0 hea0g0 heche0 hed0g0 hegc10 hei5a0 hem0d0 hen0cg her5l0 hes0k0 hi064 hic0e0 hidc60 hie0c0 hil018
hin0j6 hipd0b hir07i his5d0 hit01b hk01e hka01e hn01e hny01e holo0 ho_hc0 hod0e0 hoe5b0 hol0f0 hoo0c0 horfc0 hos0d0
houdg0 how0g0 hr0d0 hre0b0 ht0e0 ht_0c0 hu70a hul01a humf80 hy0h0 hyp0f0 i_60l iab09 ia_h08 iadb0a ial780 iamc07
ianb0j iao810 iap01g iar907 iasf0b iav910 iay01d ib308 iba01h ibeb0b ica70 ic_0f0 icaa01 ice0i8 icijc0 icoi10 ict0h0
ida60 id_091 idad03 idd090 ide790 idig05 idoo10 ids560 ie4d0 ied0e0 iene10 ier0d0 ies0j9 iev0e0 iew080 if_09f ifec10
iff0e0 ifi620 ifk01a ig640 iga604 igec05 igh0f0 igif60 ign990 ih01n ih_01j iha01i ihi01b ii01a ij01d ija01d ik0eu
ik_01m ika01o ike0eh iki01i ikl01a ikn01a iko01g iks01f iku01i il057 ila0cl ile072 ilh910 ili207 ilk01a ill0f0 imaa0a
imb01b ime8b0 imi250 imoe10 imu09d in_0ed ina700 inca90 indab0 ine9l0 infc10 ing097 inhi10 ini704 inj01h ink07b inn079
ino610 ins070 inue90 iny01k io9b0 io_k10 ion0d0 ior710 iosf10 iou960 ip90e ip_09e ipaf0g ipe40i ipoe0c ipu01d iq5f0
iqu5f0 ir_604 iraf0d iri01j irm720 irof10 irs0e0 isad0b iscg80 ise0ki ish0d0 isi0bg isk0f8 isn018 isohc0 ispcb0 isshe0
istfa0 it_096 itam0j itc0b0 ith0k0 itob03 its0h0 itt0e0 itu70h ity0g0 iu906 iu_h10 ivdb0 ivaf60 ive9b0 ivog10 ixia0
ixag10 ixod10 iza00 iz_g10 izac10 izeda0 izi01a jaa0o ja_a09 jad01f jak01b jal01g jan01b jar01a jau01j jaw01j je560
jec8j0 jeih10 ji01g ji_01a jor0e0 ju208 ju_01d jud690 juh018 juia0e juk01f jul810 jur40a jut01g k_0gl ka01x ka_01j
kah01d kai01f kal01h kan01v kap01e kar01h kas01f kat01m ke09b ke_0gb keb01c ked0ib kee0c8 kek01a kel09f kem01g kep0bg
kes0fg ket04b key0bd kh01i khi01i ki0fn ki_01e kin0di kip0aa kir01d kit01f kk01e kka01e kl01i kla01h klu01c kn0he
kno0h0 kny01d ko01o ko_01e kok01b kol018 kom01f kon01k kor01c kos01b kr01i kri01i ks0df ks_0d8 ksa01h ksi01a kt01k
kti01h ktu01e ku01p ku_01c kua01c kui01b kum01e kun01e kur01f kut01i la006 la_f0e lab0c9 lac960 ladg60 lah01k lai0im
lak01i lal01d lam40g lan00d lap01d lat150 lavd60 law0ea lcc10 lca910 lcu910 ld0k9 ld_0j0 lde0c9 le061 le_4b0 lea0k0
leb01c lec760 led0e0 leg560 leh01e leic10 len40c ler590 les045 letde0 lev610 lew01e lf0d0 lf_0d0 lge10 lga810 lgu910
lhl10 lhac10 lhed10 lhi810 lhoi10 li_01h lia808 libb10 licdf0 lidia0 lie0d0 ligb10 lih01i lik0ei lim560 lio560 lir01c
lis606 lited0 liza10 lk09i lka01i ll0o0 ll_0k0 lle0f0 llo0h0 lm810 lme810 ln018 lny018 lo470 lo_h10 loa0a0 lom018
lon460 loo0i0 losad0 low0k0 ls0d0 ls_0g0 lse060 ltd80 lt_0b0 ltaj10 ltic10 lto910 lu007 lu_01i lua09g lucd10 lueaa0
lugb10 luh018 luk01e lum01g lur01d lus017 lvif0 lvaa10 lvecf0 lvif10 ly0j0 ly_0i0 m_800 ma_l0j mace80 madi90 mah01b
maige0 maj0e6 mak0ce mal780 man206 map780 mase0i mat052 maxaa0 may0b9 mb20c mba01m mbe037 mbi01a mbo905 mbu60c me015
me_8e0 mea0e0 mecb10 med6c0 meib10 mele0c mem01j men108 mer50d mi_07a midc10 mifc10 mil05a min610 mis150 mitb90 mm0f0
mme0f0 mn01d mny01d mo750 mo_h10 mon060 mor080 mosfb0 mota05 mou960 mov8c0 mpe709 mpia0e mplee0 mpo530 mprfb0 mpt0c0
mpu09i ms0hc ms_0g0 msi01c mu70c mua01g mudg05 muk01d mul40e mun01g mut01e n_0fl na_d0b nadg10 nah01c nai709 nak01i
nan01a nar906 nasd09 nc970 ncah0e nceag0 nch9c0 ncida0 nclcb0 ncoe70 ncu407 nd_0g0 nda306 nde630 ndi709 ndoia0 nds0j0
ndu40b ne270 ne_5l0 necf60 ned0f0 nee0g0 nem360 nen505 ner0dd nesce0 net07c neu780 new0b0 nex5b0 nfoc10 ng09f ng_0km
nga70o nge0da ngg01n ngh01d ngi80b ngk01o ngl590 ngn01a ngob10 ngs0f8 ngt090 ngu309 nhm10 nhag10 nheh10 nhoc10 nhue10
ni_01g nia709 nicg10 nidd10 nif910 nil01h nim805 nin066 niod10 nir810 nis063 nj01n nja01k nju01i nk0di nka01h nkl01a
nl0e0 nly0d0 nn0fn nni0b0 nny01n no680 no_fe0 nol01d nomc10 non0bb nor660 nosc10 notcj0 noucb0 novc10 now0i0 np01e
npa01e ns690 ns_em0 nsa910 nse530 nsoc10 nst480 nsu930 nsw0i0 nt_0j0 ntam0k nted50 nth0e0 nti408 nton60 ntrc40 nts0f0
ntu01i nu506 nuac10 nue590 nuh01c nul01b numca0 nunc0d nus408 nut560 ny0fv ny_0d0 nya01u nye01l nyi01f nyu01d o_l90
oacc0 oad0a0 oar090 obj460 obl880 obo0d9 obrc07 obs860 oc870 ocuc90 od750 od_090 odag10 odi580 odo500 odu560 ody0g0
oelg0 oe_b10 oeske0 of082 off0d0 oft5a0 ogs560 oi960 oiab10 oic0e0 oin085 oisf10 ok065 ok_097 oke250 oko01e ol_09b
ola60i old0h9 ole0de olhf10 oll0f0 oltb10 olvhe0 om990 om_cf0 omaee0 omid10 omm0f0 ompa90 on780 on_0h0 oncif0 ondb60
one2d0 ong063 onhh10 oni790 onj01a onk01a ons9a0 onte60 oo0c0 ook0h0 oom090 oos0c0 op690 op_0f0 opcd10 ope080 opohh0
opp0h0 oprd10 ops09d opt0f0 or660 or_750 orah0f orb076 orcdd0 ordij0 orebj0 ori610 ork098 orm820 orn810 orqb10 orrc10
ors0e0 ortdi0 ory080 ose80 os_s10 ose0l6 oso40a ossb90 ostjf0 ot460 ot_092 otac05 oth0l0 otia05 oulm0 ou_pc0 oub5c0
oucd10 oug0g0 oul0h0 oun5l0 our0j0 outaf0 ouvh10 ovkk0 ovai80 ove8k0 ovod10 ow0p0 ow_0k0 owe0e0 owl0a0 own0i0 ows0d0
oxd80 oxid10 oze10 ozia10 p_0lm pa_b0j pac860 pada0f pagaa0 pai069 pak01k palc0a pan80f pap605 para70 pat04b pau8a0
pcd10 pe106 pea0h0 pecae0 ped790 peia10 pelb08 pem01j pen02c peq810 per307 pesd0c petd07 ph0e0 ph_0a0 pi50a pidc10
pih01c pil01e pin40b pk01f pka01f plij0 pla7f0 pleee0 plidb0 pn01b pny01b po630 po_c10 podd10 poed10 pok01c pol01a
ponb20 pos880 poud10 pp0m0 ppe0g0 ppl0c0 ppo0h0 ppr0h0 pra80 praa10 prea60 pri950 proa90 ps0hd ps_0h0 psi01d pt0l0
pt_0e0 pte0e0 pti0g0 pu01a pun01g pur01h put05a quge0 quah90 quecc0 quig60 quo5b0 ra705 ra_n0i rab580 rach90 radf10
raf808 rag016 rah01g rak01g ral0a8 ramg02 ran04c rap015 rarg0a rasg0e rat088 ravf80 raw0d0 razd10 rb07n rba01j rbe01f
rbi07b rbu01f rca706 rce4b0 rch0d0 rcia60 rd_0h0 rdai0d rde05c rdi0f8 rdoc10 rds0f0 rdw560 reab0 re_hn0 rea7h0 reb0d0
recli0 redbj0 reebi0 refjk0 regh80 reic10 rejhg0 rek01g rel560 rem660 rephh0 rer0b0 resd90 retgf0 rev760 rga01c rge560
rgu540 rh01f rha01c ri_01n riac05 ric5b0 ridf90 riebh0 rif730 rigce0 rik01k rim90f rin057 riob10 rip01a rirc10 riv760
rj01g rja01g rk08d rk_0b0 rka01j rke066 rku01b rl0cl rla01h rle01c rli09a rlo090 rlu01g rm920 rm_0a0 rmak0d rme5d0
rmia10 rmob10 rms0c0 rn058 rn_0d0 rna018 rni0d8 rny01e roba0 ro_j60 robab0 rodg60 rol053 romdc0 ron9d0 roo0e0 ropii0
rosb30 roucj0 rovih0 row0b0 roxd10 rp07h rpa01a rpe01d rpr076 rpu01b rqd10 rqud10 rrd90 rra820 rred10 rribb0 rrofb0
rs084 rs_0l0 rsa510 rse0dg rsi0bg rso780 rst0e0 rt_0j0 rtag0j rth0c0 rtof10 ru058 ru_01b rub01d ruc0b0 ruh01e ruj018
ruk01a rul0ga run083 rus01e rut90d rv660 rva650 rve0c8 rviba0 rw0b6 ry0f0 ry_0d0 s_890 sa507 sa_i0i saa01c sabaa0
sadg10 sah01a sai017 sal016 sam07c san01m saoi10 sarh0f sasb05 sat07c say0g8 scni0 scaie0 scea10 scoje0 scre10 scub80
se_be0 sea0c0 seb01l sec0b6 sed0mh see0a0 segi10 seh018 sej01c sek01f sel057 sem70b seo01d sep01j ses096 set0bb seuc10
sev0e0 sfd10 sfec10 sh0k0 sha0d0 she0d0 sho0h0 si048 si_01o sia01e sib096 sicd10 sid050 sih01d sik01h sil01c sim305
sin036 sio0ic sis09e sit0f0 sivdb0 sk0kl sk_0f0 ska01j ski0aa sks0e0 sli805 smda0 smaaa0 sn01g sny01g soba0 so_je0
soac10 soeb10 sof560 sol850 som0f0 son0c5 sorca0 sose10 souff0 soza10 spda0 spa560 speba0 spod30 spuab0 sshc0 ssaj10
sse990 ssief0 ssoi10 ssueb0 stbb0 st_0i0 staea0 steea0 sti150 stohh0 str750 sts0c0 suae0f subaa0 suc0c0 sud01f sufb80
sug890 suk01c sul706 sun206 supae0 sur0f0 sw0j0 swe0i0 swi0b0 sy0fb sya01b syn0d0 t_0gb ta707 ta_h0c taa018 tacf10
tadn10 tah01j tak0gj tamj0e tan02c taod10 tap40g tar708 tasb0a tat099 tava10 tay0c0 tc0f0 tch0e0 te_hf0 tea5d0 tecc60
ted0p0 tei910 tek01e tel09d tem803 tep0d6 ter106 tes950 tet90e teu910 tex660 th0t0 th_0i0 tha0f0 thd0d0 the0p0 thi0k0
tho0j0 thr0d0 ti_01l tia0ad tickh0 tidf0d tie0e0 tif01f tik01l til880 tim260 tio0i0 tip90g tiq0f0 tirf05 tivie0 tk01j
tka01i tl0j0 tle0i0 tly0a0 tn01e tny01e to830 to_qe0 toc890 todg0c tol09e tom640 ton018 too0d0 top0g0 tosl10 toug10
tr970 tra930 treeb0 tri070 trob70 tru9b0 try090 ts0l0 ts_0k0 tt0g0 tta0b0 tte0g0 tti0a0 ttl0i0 tu00b tu_01j tudb10
tuj01i tuk01g tul90c tun01f tup01c tur046 tus0al tut07e tw5g0 twa560 two0d0 ty0i0 ty_0i0 u_d0c ua80a ua_c0f uag5a0
uaib09 ualcb0 uanb0i uarh0g uase10 uat09i ub036 uba01h ubi910 ubt0a0 uc990 ucae07 uch0d0 ucob10 uct0b0 udag0e ude8a0
udg0b0 udod10 uebb0 ue_hi0 uemh10 uen810 ues5a0 uf630 ufib10 ugaa0b uge810 ugg090 ugh0g0 uh01k uh_01g uha01b uhk01b
ui703 ui_a0g uic560 uideb0 uina07 uira10 uiua10 uiv810 uj01k uji01c uju01j uk01q uk_01h uka01m ukk01b ukt01f uku01i
ul_0bf ula60c uld0h0 ule0f0 ulg810 uli09g ulk01e ull0b0 ulob10 ultjc0 ulu01f umah80 umb0ad umid10 umpb05 ums07c un_04b
unac0e unc560 und4a0 ung01m uni910 unj01c unk0b8 uns9c0 uny01c uo050 uot090 up055 up_0cf upa409 upe8a0 upo810 upp0d0
ur056 ur_0df ura809 urc0f0 ure0h0 uri046 urn0ci urs460 urtab0 uru01i us_06a usa705 uscb10 use7k0 usi016 usk01h usn01a
usp780 ustha0 usu90i ut_0fe utab0g ute0c3 utk01e uto910 utrg80 uts0d0 utt0b0 utua0k uvh10 uved10 uvif10 uza10 uzia10
vafa0 va_i05 vadg10 vag980 vai8b0 valhg0 van510 var810 vasc10 vat0c0 vazb10 vebd0 ve_il0 vea0a0 ved0j0 veic10 velg10
vemeb0 ven5f0 ver790 ves9h0 veub10 vezc10 via70 viaa10 vidkd0 vie080 vir810 vis730 vooj0 vo_h10 vocaa0 voi0e0 vole10
vos910 vothf0 vozc10 vrd10 vrad10 w_0f0 wa0eg wa_01b wab01j wah01b wai0f0 waj01b wal01b wan0af war8g0 wat01e wav0b0
we0o6 wea0b0 wed0d0 wen096 wer0l0 wh0m0 whe0f0 who0h0 wi0l0 wit0k0 wl0a0 wn0j0 wn_0j0 wo0l0 wor0j0 wr0h0 wri0e0 wro0c0
ws0f0 ws_0e0 x_0a0 xaj60 xa_e10 xad810 xamd10 xar810 xc9a0 xcl9a0 xeca0 xecb60 xiic0 xige10 ximf80 xis9a0 xod10 xo_b10
xp0c0 xpe0c0 xt790 xt_080 xte560 xtod10 y_0m3 ya01v ya_01t yaa01e yak01j yan01h yar01c yat01g yb0c0 ybo0b0 ye0cl
yeb01f yel01e yem01f yes076 yet0bc yi07f yim01e yn0d0 ynt0d0 yo0i9 yon0c0 you0h0 yp0g0 ypo0f0 ys0h0 ys_0h0 yst090
yt0c0 yth0c0 yu01d yus01d z_j10 zae10 zad910 zega0 zeraa0 zesc10 zif08 zida10 zin908 zoc10
"""
"""Each group, an edge of a word as "_", and what it is worth for each language in steps, to the base of 36."""
