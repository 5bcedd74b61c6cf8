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
    edged = [f"_{word}_" for word in folded_words if len(word) > 1]
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
_a_de0 _abgf0 _acfd0 _ad055 _afhd0 _ag590 _ajc10 _ak01j _aod10 _apa60 _as360 _avfb0 _aw01a _b07b _ba006 _be0dj _bi01i
_bl0b1 _bo0fa _br4a0 _bu058 _cbb0 _ca250 _cef0e _chhm0 _cidc0 _clbj0 _cojh0 _crik0 _cu820 _d405 _d_780 _da70a _de840
_di30b _do780 _du609 _egd0 _ea0g1 _ed780 _ef9a0 _elea0 _emgd0 _enb80 _eq5b0 _ergd0 _esh60 _evfj0 _exli0 _fbb0 _fa960
_fehe0 _fi9c0 _foaa0 _fred0 _fucd0 _ga077 _ge0b6 _gi0f9 _go0f1 _gr740 _h053 _h_780 _ha057 _he0d1 _hobf0 _hu016 _hy0g1
_id650 _ige90 _im880 _in650 _it094 _j107 _ja90j _je01d _jo860 _k0ku _ka01k _ke0hq _ki0cd _kl01f _kn0f1 _ko01k _kr01h
_ku01i _le061 _lilj0 _lo180 _lu80c _m006 _me20c _mo560 _mu806 _n770 _nedc0 _nic0c _noce0 _nufc0 _o690 _oc810 _of0i1
_ol047 _on8j0 _op360 _ot0h1 _oukg0 _ov0g1 _pe70c _pi017 _pl9d0 _pr970 _pu20a _qec0 _quec0 _r890 _rebb0 _robf0 _ru070
_sa036 _sc0g1 _se015 _sh0k1 _sk0bc _soik0 _sp0h1 _st0pd _sw0b1 _sy0fb _ta069 _te308 _th0p1 _to350 _trfh0 _tu038 _tw0d1
_ulc08 _umf05 _un074 _us560 _uta05 _vgc0 _vae90 _vec80 _via60 _voli0 _w0tg _wa0mg _we0k1 _wh0n1 _wi0j1 _wo0k1 _wr0h1
_y0jh _y_076 _ya01h _ye0d1 _yo0h1 a_h0g aa01m aan01l aat01a ab_01i aba90h abe902 abl0c1 abn019 abocf0 abrd10 abu607
aca80 acam0f acc0h1 acehc0 ach0i1 acic10 ack0f1 acoi10 acra10 act8g0 acuc05 ad910 ad_0j1 adah0b add0f1 adeid0 ados10
adra10 ads0c1 adv9a0 af500 af_01c afab10 afif10 afoa10 aft0c9 aga047 age360 agi80h agoaa0 agr4d0 ah01t ah_01r aha01l
ahk01d ahn01e ahu01h ai_70m aia40d aik01k ail0f1 aim0hg ain084 aiob10 air5e0 aisib0 ait0f9 aiu810 aixe10 aja01a ajo0e1
ajuc0c ak0bl ak_0bm aka01q ake4e0 akh01i aki07h akk019 akn01c aks0ae akt01h aku01g ala50a alce10 alef10 alge10 alha10
ali508 alk09f all0l1 alm810 alobb0 als061 alt750 alu0df alvb10 am905 am_k09 amad0i amba0i ameed0 amih05 amo5b0 amp01i
an02c an_0kz ana80d ancih0 ang0it ani7a0 anj01h ank01f ann0bo ano7c0 anp01e ans5i0 ant605 any0gp aor10 ao_r10 ap_0ej
apa10e apea10 aph0c1 api60a apk01g aplc10 apoi0c app0j1 apri10 aqc10 aquc10 ar_b08 araa0c arcbb0 ardgg0 are7a0 ari405
ark06a arn0da arod10 arq810 ars0f6 art990 aru01h ary0d1 as_a01 asa01n ase8b0 asi09o ask0h1 asn01b asoah0 asp096 asslh0
asu0af at046 at_0gl ata20e atc091 atead0 atk01f atn019 atra10 ats0f1 att091 atu06e au_09h aua01d auh01d aup01b auseh0
aut9b0 avnl0 avag80 aveik0 avif10 avrd10 aw0hm aw_0e1 awa01m axba0 axib80 ay0kg ay_0i1 aya01f ays0g1 azh10 az_c10
azib10 azoc10 b_80i ba109 ba_019 bac0ff bag01j bah01m baid0f bal0ah ban01n bar40d bas960 baw01d be04a be_cd0 bed0be
beg0e9 bel0ci bemc10 ben01d ber40g bes0ca bi209 bia01g bid510 bih01d bis01f bj490 bje490 bl5e0 ble5e0 bn019 bny019
bo071 boa091 bod0i1 bol01c bor980 bot0b9 bou9d0 br770 bra5c0 bre850 brid90 bro099 bsa90 bse860 bst860 bt0b1 bu039
bua01f buk01k bun01d bur07a busa60 but079 c_0g1 ca720 ca_d07 cabb0c cace10 cadk10 cai810 cak01a calgk0 camb10 can260
caop10 cap07e car606 casfc0 caudg0 cav5b0 cc5h0 cce0i1 ce9a0 ce_ai0 cebc10 cedaf0 ceg705 ceii10 cel70c cenb60 cep0i6
cere40 ceseg0 chjq0 ch_0l1 chagi0 checj0 chiad0 choaf0 cifc0 cialb0 cidfc0 cieb60 cil0a4 cima10 ciof10 cipg60 cisfh0
cithg0 civ560 ck0k1 ck_0g1 cks0c1 clkl0 claij0 cle0b1 clo8c0 cluee0 coif0 co_j10 cob709 coei10 coib10 colga0 comnn0
connj0 cop560 corjh0 coscb0 coufj0 crlk0 cref10 crijk0 cs091 cs_091 ct4i0 ct_0k1 cte5h0 cti0i1 cts0i1 ctu0c1 cu710
cua01a cui640 culd07 cumf90 cunc05 cure60 cusfc0 cutca0 d_1m0 dad0a da_s0j daa01c dacd10 dadm10 daf019 dah01j dak01h
dal01g damf09 dan207 dap01j dare0d dash0a dat0gf day0a6 dd0h1 dde0f1 de750 de_hd0 dea5c0 declj0 ded0l1 defi60 deig10
dem703 derb90 deslg0 deue10 devf90 dg0d1 dge0d1 di207 di_01h dia70b dib01k did502 die099 difce0 digb08 dih01g dii01b
dij01d dik01m dil01h dim40c din068 dioa10 dip01n dir707 dit016 diu207 div610 dizh10 doh70 do_ub0 domdc0 don0d1 dorh10
doso10 douda0 dow0c1 drae0 dra9d0 dro590 ds5m0 ds_5m0 du509 dua408 duk01f dul01c dur560 duv910 duza10 dv9a0 dvo9a0
dw560 dwa560 dy0i1 dy_0i1 e_dg0 ea4i0 eab910 eac0h1 ead2d0 eak4b0 eal590 ean0d1 ear0j1 eas0l1 eat0e1 eav0d1 eb106
eba205 ebe80g ebi90c ebu0di ecfe0 eca980 eceja0 echd10 eciea0 eck0g1 eclf90 ecogi0 ect5m0 ecu802 ed0c0 ed_0r1 eda70g
edeee0 edg0b1 edu60c ee4f0 ee_0f1 eed0j1 eem071 een590 eep0d1 ees5d0 efmm0 efed10 eff0b1 efilj0 efo5b0 efu0d1 eg810
egi530 egrc80 eguj10 eh07h eh_01e eha01b eiqi0 eiad10 eig0e1 eio910 eirgc0 eisf10 eitnb0 eixe10 eja01f ejehg0 ek01m
ek_01d eka01f eko01d eks01f eku01a elac0e ele005 elf0c1 elhh10 eli079 ell0f1 elo820 els0e1 elu01k em_k80 ema508 emb30e
eme097 emi027 emp008 ems0c1 emu01l en_0eb ena60e enc840 ene0ak eng0br enhf10 eni06f enj01f enu40d eny01p eo089 eor01e
eou061 ep_0b1 epa04b epla60 epoad0 eps0e1 ept0j1 eq9b0 equ9b0 er_4a0 era708 erb01m erd02b ere370 erfb10 erg710 erh01h
eri508 erj01g erk01i erl0bm ermb50 ern035 erod10 erp07h errkf0 ers076 ert60c eru01i erv880 erw0b8 ery0i1 es760 es_jm0
esa90i escme0 esfc10 esi0a9 esk0af esl910 esmd10 eso650 espf20 esqa10 essk90 estea0 et_0k1 etab0k eth0h1 eti605 etoh0b
etr062 ett0i1 etu80h etw0d1 euc00 eu_j10 eut780 ev9b0 eva990 evehm0 evi670 evoc10 ew0ca ew_081 ewa01h ewe0g6 exed0
exah80 excbd0 exeb60 exigb0 exp5c0 ext790 ey0gd ey_0e1 eya01d ezg10 ez_d10 eza910 f_0kh fa840 fac7a0 falc50 fas710
fat805 felj0 fecbb0 feig10 ferfe0 few0d1 ff0j1 ffe0h1 ffi0d1 fi870 fiac10 ficmf0 fid5c0 fie0e1 fig270 fik01e finhg0
fir730 fk01a fka01a fobb0 fo_a10 fol0h9 fond10 forcb0 fou0d1 fred0 frac10 fro0e1 ft0c3 fta019 fte0e1 ftw560 fuch0
ful0f1 funb10 fur091 g_0fg ga008 ga_c0f gab019 gadf10 gag01f gah01e gai0ge gaj01a gak01c gal07h gam40a gan03j gap0fe
gard0h gas70b gat108 ge260 ge_8d0 ged0f1 gel01c gem710 ger061 ges0d6 get0e9 gg0co gga01j gge0c6 ggi01g ggu01i gh0kf
gh_0h1 gha01a ghe0ad ght0f1 gi_01i gia40e gic9a0 gide10 gik01b gil01f gir810 gisa70 git705 giv5f0 gk01p gka01n gki01d
gkl019 gkr01e gl590 gle560 gni560 gno890 gny01a go970 go_ed0 gosb10 gr790 gra830 gre0j1 gs091 gs_7g0 gt091 gth091
gu_01f guaia0 gub01b guegg0 guihd0 guj01a guk019 gul01d guni0e gus01a gut01e h_0il ha_h10 hab01d hak01e hal09f hame07
han09b hap019 har077 has059 hat0ih havac0 hd0d1 hdr0d1 he3b0 he_9f0 hea0g1 hecie0 hed0h1 hegc10 hei5c0 hel0c1 hem0e1
hen0fh her8l0 hes0k1 hi065 hi_01e hic0f1 hidd60 hie0c1 hil019 hin0k8 hipc0c hir07i his5d0 hit01e hk01g hka01g hn01g
hny01g hokp0 ho_hc0 hod0e1 hoe5b0 hol0f1 hoo0d1 horfe0 hos0e1 houbg0 how0g1 hr0d1 hre0c1 hs091 hs_091 ht0f1 ht_0c1
hu70a huk01d hul01b humf80 hy0h1 hyp0f1 i_70m iab09 ia_h07 iadd0a ial780 iamd08 ianb0j iao810 iap01g iar807 iasg0c
iav910 iay01c ib309 iba01i ibea0d ica80 ic_0g1 icaa00 ice0i9 icije0 icoj10 ics091 ict0j1 icu01a ida60 id_091 idad03
idd091 ide690 idig05 idop10 ids560 ie4d0 ied0g1 iene60 ier0d1 ies0j9 iev0e1 iew0a1 if_0bf ifed10 iff0f1 ifi730 ifk01a
ig860 igaa08 iged05 igh0h1 igif60 ign990 ih01o ih_01k iha01j ihi01d ii01b ij01d ija01d ik0eu ik_01n ika01o ike0eh
iki01i ikn01d iko01g iks01g iku01j il047 ila0dm ile062 ilhb10 ili106 ilk01c ill0g1 imaa0b imb01d ime9b0 imi380 imof10
imu09d in_0db ina700 inc980 ind9b0 inecl0 infc10 ing0a7 inhi10 ini704 inj01h ink07a inn079 ino510 ins070 inufa0 iny01l
ioac0 io_l10 ion0e0 ior710 iose10 iou960 ip80d ip_09f ipaa0c ipe40j ipoe0d ipu01e iq5f0 iqu5f0 irah0d ire510 iri70h
irm710 irof10 irs0f1 isae0b iscf80 ise0ki ish0d1 isi09e isk0g9 isn019 isohc0 ispdc0 issif0 istb50 it_0a6 itam0j itc0b1
ith0k1 itoc03 its0i1 itt0f1 itu70j ity0i1 iu807 iu_h10 ius01d iveb0 ivae10 iveab0 ivi860 ivog10 ixha0 ixaf10 ixod10
iza00 iz_g10 izac10 izeea0 izi01a jaa0p ja_a0a jad01g jak01c jal01g jan01b jar01a jau01j jaw01j je450 jec8j0 jeih10
jel01a ji01h ji_01d jo060 jor0e1 ju108 ju_01c jud6a0 juh019 juia0f juk01g jul810 jur40a jut01g k_0gm ka01y ka_01k
kah01d kai01g kal01i kan01w kap01f kar01i kas01f kat01m ke0ac ke_0gb keb01d kec01c ked0jd kee0d9 kek019 kel09e kem01h
kep0cg kes0fh ket04d key0bd kh01i khi01i ki0hn ki_01c kin0fj kip0ba kir01e kit01f kk01f kka01f kl01i kla01h klu01c
kn0hh kna01a kno0h1 kny01g ko09o ko_01e kok01c kol01a kom01f kon09k kor01d kos01b kr01j kri01j ks0cc ks_0c6 ksa01i
ksi01a kt01k kti01i ktu01e ku01q ku_01e kua01e kum01f kun01g kup01d kur01f kut01j la106 la_h0e lab0b6 lac960 ladh60
lah01m lai0im lak01j lal01e lam40g lan02e lap01d lar520 lavd60 law0fc lce10 lca910 lcuc10 ld0f3 ld_0j1 lde0c9 le051
le_4b0 lea0l1 leb01d lec960 led0e1 leg560 leh01f leic10 len70c ler790 letde0 lev610 lew01f lf0e1 lf_0e1 lgf10 lga810
lguc10 lhl10 lhae10 lhec10 lhi910 lhoi10 li_70h lia708 libb10 licef0 lidia0 lie0d1 ligb10 lih01k lik0ej lim560 lio560
lir01c lis607 litef0 lizb10 lk09j lka01j ll0p1 ll_0k1 lle0f1 llo0i1 lls0e1 lm810 lme810 ln01b lny01b lo480 lo_h10
loa0b1 lom019 lon470 loo0j1 loscd0 low0l1 ls0e1 ls_0i1 lse071 lte80 lt_0c1 ltak10 ltid10 ltoa10 lu007 lu_01j lua03b
lucd10 lud0c1 lueaa0 luk01e lum01g lur01d lus018 lvif0 lvaa10 lvecf0 lvif10 ly0k1 ly_0j1 m_800 ma_l0j mac930 madia0
mah01b maige0 maj0e6 mak0cf mal880 mam910 man206 map560 mar560 mase0j mat052 maxba0 may0b9 mb00c mba40m mbe068 mbi01f
mbo905 mbu60d me015 me_ae0 mea0e1 mecc10 med7c0 meid10 mele0f mem01j men208 meo061 mer60d met050 mi_07a mic01a midc10
mifc10 mil07a min620 mis160 mithe0 mm0g1 mme0g1 mn01e mny01e mo760 mo_i10 mon061 mor081 mosgc0 motc10 moua60 mov8c0
mpe90b mpia0e mpled0 mprgb0 mpt0c1 mpu0bj ms0ic ms_0h1 msi01c mu70b mua01h mudg05 muk01d mul40e mun01h mut01d n_0fk
na405 na_d0c nadg10 nah01d nai709 nak01i nan03c nar604 nasd09 nca80 ncai0e ncebg0 nchac0 ncid90 ncldb0 ncof70 nd_0g1
nda406 nde630 ndoi90 nds0j1 ndu40b ne260 ne_8l0 necg60 ned0g1 nee0g1 nega10 nem350 nen505 ner0ee nesce0 net07e neu780
new0b1 nex5b0 nfod10 ng0af ng_0lm nga70p nge0da ngg01o ngh01f ngi80c ngk01p ngl590 ngn01a ngob10 ngs0g8 ngt091 ngu309
nhn10 nhah10 nhei10 nhob10 nhue10 ni_01h nia709 nicg10 nide10 nie0c1 nif910 nil01i nim805 nin076 niod10 nir910 nis064
nivb10 nj01n nja01k nju01i nk0di nka01h nkl01a nl0e1 nly0e1 nn0fo nni0c1 nny01o no680 no_fe0 nol01e nomc10 non0cb
nor670 nosc10 notdj0 noucb0 novc10 now0i1 np01e npa01e ns690 ns_em0 nsa910 nse520 nsoc10 nst370 nsu940 nsw0i1 nt_0j1
ntan0l nted50 nth0f1 nti508 nton60 ntrd90 nts0e1 ntu01k nuac10 nue790 nuh01e nul01c numec0 nunc0e nus407 nut780 ny0gw
ny_0e1 nya01v nye01l nyi01g nyu01d o_m90 oacd0 oad0b1 oar091 obj460 obl980 obo0d9 obrc07 obs860 oc760 oca7a0 ocuc90
od760 od_091 odag10 odi980 odo720 odu560 ody0h1 oelg0 oe_c10 oem910 oeskf0 of082 off0d1 oft5a0 ogs780 oi970 oiad10
oic0f1 oin0a6 oisg10 ok066 ok_0a7 oke260 oko01f ol_0dc ola60i old0h9 ole0df olhf10 oll0g1 oltd10 olvhe0 om990 om_cf0
omafe0 omid10 omm0g1 omoc10 ompa90 on780 on_0h1 oncie0 ondc80 one2d0 ong073 onhi10 oni7a0 onj01a onk01a ons990 ontg80
oo0d1 ook0i1 oom091 oos0d1 op790 op_0f1 opcd10 ope0b1 opi810 opoih0 opp0h1 opre10 ops0ae opt0f1 or660 or_650 orah0f
orb076 orcdd0 ordij0 orebk0 ori610 ork066 orm820 orn910 orqb10 orra10 ors0e1 ortdj0 ory091 ose80 os_t10 ose0m8 oso40a
ossc90 ostjf0 ot470 ot_093 otad04 ote260 oth0m1 otib05 oto602 oumm0 ou_pc0 oub5d0 oucd10 oug0g1 oul0h1 oun5m0 our0j1
outbf0 ouvh10 ovkl0 ovah90 ove9l0 ovod10 ow0p1 ow_0l1 owe0g1 owl0b1 own0j1 ows0e1 oxd60 oxid10 oze10 ozi910 p_0lm
pa_80j pac860 pada0f pagaa0 pai079 pak01k pald0a pan50d pap605 par970 pat04c pcd10 pe206 pe_062 pea0h1 pecae0 ped780
peia10 pele0b pem01i pen02b peq810 per407 pesd0c petd05 ph0f1 ph_0c1 pi60b pidc10 pih01c pil01f pin70b pir407 pk01g
pka01g plij0 pla7e0 plefe0 plieb0 pn01c pny01c po740 po_d10 pode10 poee10 poi630 pok01d pol01a ponc20 pos880 poud10
pp0n1 ppe0f1 ppl0d1 ppo0j1 ppr0h1 pra80 praa10 preb60 pria50 pro990 ps0he ps_0h1 psi01e pt0m1 pt_0e1 pte0f1 pti0g1
pu019 pud910 pun60g pur01i put059 quge0 quaib0 quecd0 quif60 quo5c0 ra705 ra_n0i raa01b raci90 radh80 raf909 rag056
rah01h rak01g ral0b8 ramg02 ran04c rap026 rarg0b rasg0e rat079 ravg90 raw0d1 raze10 rb07m rba01i rbe01f rbi07b rbu01f
rca706 rce8b0 rch0e1 rcia60 rd_0h1 rdai0e rde038 rdi0g6 rdoc10 rds0f1 rdw560 reab0 re_ho0 rea8h0 reb0d1 reclj0 reddk0
reebi0 refjk0 regh80 reid10 rejhg0 rek01g rel560 rem760 repgh0 rer0c1 resc90 retge0 rev770 rfb10 rfib10 rga01c rge560
rgi810 rgu640 rh01h rha01d rhe01c ri_01n riac03 ric5b0 ridg90 riebh0 rif840 rigce0 rik01k rima0f rin067 rioc10 rip01a
rirb10 riu910 riv760 rj01g rja01g rk07c rk_091 rka01j rke067 rko01a rks050 rl0dm rla01h rle01c rli0ac rlo0b1 rlu01g
rm920 rm_091 rmal0d rme8d0 rmib10 rmoc10 rms0d1 rn058 rn_0c1 rna018 rni0da rny01f roba0 ro_j60 robce0 rodg60 rol063
romdc0 ron8d0 roo0e1 ropji0 ror0d1 rosa10 roufj0 rovii0 row0b1 roxd10 rp07h rpa01c rpe01d rpr076 rpu01a rqd10 rqud10
rrea0 rra920 rrec10 rriab0 rrogd0 rs094 rs_0m1 rse0dh rsi0bg rso690 rst0f1 rt_0j1 rtag0k rth0c1 rtoe10 rtu01d ru058
ru_01c rub01d ruc0c1 ruh01g ruj019 ruk01a rul0ha run074 rus01e rut90e rv770 rva860 rve0d8 rviba0 rw0b8 ry0g1 ry_0f1
s_890 sa508 sa_i0j saa01c sabaa0 sadi10 sah01c sai038 sak01b sal005 sam04a san01n saoi10 sarh0f sasb09 sat07c say0g8
scoi0 scahe0 scea10 scl810 scojf0 scrf10 scua80 se_cf0 sea0c1 seb01m sec0c6 sed0nh see0d1 segj10 seh01a sej01c sek01f
sel057 sem80c seo01e sep40i ses097 set0ac seuc10 sev0e1 sfc10 sfec10 sh0l1 sh_091 sha0f1 she0d1 sho0h1 si048 si_01p
sia01e sib0a6 sicd10 sih01d sik01g sil01f sin036 sio0ib sis0ae sit0g6 sivdc0 sk0ll sk_0g1 ska01j ski0da sks0e1 sli805
smda0 smaaa0 sn01f sny01f soa90 so_jc0 soac10 sobd10 soea10 sof560 sol650 somaf0 son0d5 sorca0 sosd10 souff0 soz910
spea0 spa560 speba0 spod50 spubc0 sqa10 squa10 sspl0 ssak10 ssehh0 ssief0 ssoi10 ssufd0 staa0 st_0j1 stafb0 steea0
stoih0 str650 sts0c1 suae0g subbc0 suc0d1 sud01f sufba0 sug890 suk01c sul806 sun106 supbg0 sur0f1 sw0j1 swe0i1 swi0b1
sy0fb syn0e1 t_0gc ta707 ta_h0c taa01c tab470 tacg60 tado10 tah01k tak0hk tamj0f tan03c taod10 tap40h tar808 tasb0a
tat087 tavd10 tay0c1 tc0f1 tch0e1 te_hf0 tea5d0 teca60 ted0p1 tei910 tek01e tel0ce tem602 tep0d6 ter106 tes960 tet80f
teu910 tex660 th0u1 th_0j1 tha0g1 thd0d1 the0q1 thi0l1 tho0k1 thr0d1 ti_01l tia0bf tickj0 tidg0d tie0e1 tif01f tig408
tik01m tio0j1 tip90g tiq0f1 tirf07 tis01c tiu810 tivid0 tk01j tka01j tl0j1 tle0i1 tly0d1 tn01e tny01e to930 to_qe0
toc8a0 todg0b tol0ae tom740 too0f1 top0g1 tosl10 toui10 tr970 traa50 treeb0 tri071 troa70 truab0 try0c1 ts0j1 ts_0j1
tt0g1 tta0c1 tte0h1 tti0b1 ttl0i1 tu00c tu_01k tua01a tudb10 tuj01j tuk01h tul70c tum01b tun01h tup01c tur026 tus0al
tut07f tw5h0 twa560 twe0d1 two0d1 ty0k1 ty_0j1 u_e0c ua80a ua_d0f uag5a0 uaib09 ual640 uand0j uarh0g uasd05 uat09j
ub035 uba01i ubi910 ubs860 ubt0b1 uchg0 ucaf10 uch0e1 ucob10 uct0c1 udag0f ude9c0 udg0c1 udoe10 uebb0 ue_hi0 uemh10
uen810 ues4b0 uf650 uff0b1 ufib10 ug160 uga809 uge810 ugg091 ugh0g1 uh01l uh_01h uha01b uhi01d uhk01c ui703 ui_a0g
uic560 uidfd0 uina07 uird10 uiu910 uiv810 uj01k uji01e uju01j uk01r uk_01h uka01n ukk01c ukt01f uku01j ul_0cf ula80c
uld0h1 ule0f1 ulg810 uli0ah ulk01f ull0c1 ulob10 ultkc0 ulu01f umai80 umb0ce umid60 umn01b umpc09 ums07c un_03b una709
unc560 und4a0 ung01n unib10 unj01d unk0b8 unsac0 uny01d uo071 uot0c1 up065 up_0cf upa40b upe8a0 upo910 upp0f1 upu01b
ur056 ur_0df ura80a urc0f1 ure5h0 uri046 urn0ci ursab0 urt9b0 uru01j us_069 usa705 uscb10 use7l0 usi017 usk01h usn019
usp780 ustga0 usu90i ut035 ut_0ff utac0h ute0d3 uth0c1 utk01g utob10 utrg80 uts0d1 utt0c1 utua0k uvi10 uvec10 uvig10
uza10 uzia10 vafa0 va_i05 vadg10 vag980 vai8c0 valih0 vam810 var810 vasb10 vazb10 vece0 ve_im0 vea0b1 ved0k1 veid10
veli10 vemeb0 ven5f0 ver790 ves9h0 veub10 vezc10 vib80 viaa10 vidkd0 vie0a1 vil5b0 vira10 vis730 vooj0 vo_h10 vocca0
voi0e1 volg10 vosb10 votig0 vozc10 vrd10 vrad10 w_0g1 wa0eh wa_01b wab01j wah01b wai0f1 waj01c wal01c wan0bf war091
wat01f wav0b1 we0pa wea0c1 wed0f1 wei0e1 wen09a wer0m1 wh0n1 wha0f1 whe0f1 who0i1 wi0l1 wit0k1 wl0b1 wn0k1 wn_0j1
wo0l1 wor0j1 wr0h1 wri0f1 wro0d1 ws0h1 ws_0g1 x_091 xaj80 xa_d10 xad910 xamf10 xar810 xcbd0 xce560 xclac0 xeca0 xecb60
xijd0 xigf10 ximf80 xis9b0 xod10 xo_b10 xp5c0 xpe0d1 xt790 xt_081 xte560 xtod10 y_0n3 ya01w ya_01u yaa01f yak01k
yan01h yar01c yat01h yb0d1 ybo0c1 ye0dl yeb01f yel01e yem01f yes076 yet0cc yi07g yim01e yn0e1 ynt0e1 yo0j9 yon0d1
you0h1 yp0g1 ypo0f1 ys0i1 ys_0h1 yst091 yt0c1 yth0c1 yu01d yus01d z_k10 zae10 za_910 zad910 zega0 zemb10 zeraa0 zesc10
zie09 zida10 zin809 zoc10
"""
"""Each group, an edge of a word as "_", and what it is worth for each language in steps, to the base of 36."""
