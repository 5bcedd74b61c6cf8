"""Forty vague ideas in three languages, each with the words that would make a question of it."""

from typing import NamedTuple


class Idea(NamedTuple):
    """A vague idea: what it is about, what it claims, and who and which measure would make it testable."""

    language: str
    subject: str
    claim: str
    who: str
    measure: str

    @property
    def text(self) -> str:
        """What a user would write."""
        return f"{self.subject} {self.claim}"


ELSEWHERE = {
    "pt": "Qual a capital da França em 2020?",
    "en": "Which planet has the most moons?",
    "id": "Apa ibu kota Prancis?",
}
"""Questions about something else."""

_PT = """
O café à tarde | melhora o foco | em estudantes de 18 a 25 anos | medido por acertos em teste de atenção
A reunião diária | atrapalha a programação | em equipes de 5 a 9 desenvolvedores | medido por horas sem interrupção
O home office | deixa as pessoas felizes | em bancários com filhos | medido por escala de bem-estar semanal
A chuva | piora o trânsito | em capitais com mais de um milhão de habitantes | medido por minutos de atraso por viagem
O uniforme escolar | ajuda a disciplina | em alunos do sexto ano | medido por advertências por mês
O cachorro | alivia a solidão | em idosos que moram sozinhos | medido por questionário de solidão
A música alta | aumenta as vendas | em lojas de roupa de bairro | medido por tíquete médio por dia
O jejum | melhora o sono | em adultos sem diabetes | medido por horas de sono profundo
A gamificação | motiva funcionários | em centrais de atendimento | medido por chamadas resolvidas por turno
O código limpo | reduz defeitos | em sistemas de cobrança | medido por defeitos por mil linhas
A horta comunitária | une a vizinhança | em bairros com mais de dez prédios | medido por encontros por mês
O leite cru | fortalece crianças | em crianças de área rural | medido por dias de febre por ano
A aula gravada | ensina melhor | em cursos de cálculo | medido por nota na prova final
O desconto relâmpago | fideliza clientes | em assinantes de revista | medido por renovações em um ano
"""
_EN = """
Pair programming | catches more | in teams of six engineers | measured by defects found before release
Standing desks | make people healthier | in office workers over forty | measured by back pain days per quarter
Cold showers | boost immunity | in firefighters | measured by sick days per winter
Open offices | kill creativity | in advertising agencies | measured by patents and awards per year
School breakfast | improves grades | in pupils of the third year | measured by reading scores
Free parking | brings customers | in towns below fifty thousand people | measured by visits per week
Four-day weeks | are better | in software companies | measured by features shipped per month
Urban trees | calm drivers | in residential streets | measured by speeding fines per kilometre
Podcasts | teach languages | in adult beginners | measured by words recalled after a week
Chess | makes children smarter | in children aged seven | measured by matrix reasoning scores
Meditation | lowers stress | in night nurses | measured by cortisol at dawn
Bike lanes | hurt shops | in high streets | measured by turnover per square metre
Dashboards | speed up decisions | in hospital managers | measured by hours from alert to order
"""
_ID = """
Kopi pagi | membuat fokus | pada guru sekolah dasar | diukur dengan kesalahan koreksi per jam
Musik gamelan | menenangkan bayi | pada bayi prematur | diukur dengan denyut jantung per menit
Belajar kelompok | lebih cepat | pada mahasiswa tahun pertama | diukur dengan skor kuis mingguan
Pupuk organik | meningkatkan panen | pada sawah tadah hujan | diukur dengan ton gabah per hektar
Ojek daring | mengurangi macet | pada kota dengan satu juta penduduk | diukur dengan kecepatan rata-rata
Batik tulis | menarik turis | pada pengunjung dari luar negeri | diukur dengan pembelian per kunjungan
Rapat berdiri | menghemat waktu | pada tim pemasaran | diukur dengan menit rapat per minggu
Jamu kunyit | meredakan nyeri | pada perempuan usia dua puluhan | diukur dengan skala nyeri harian
Kelas malam | membuat lelah | pada pekerja pabrik | diukur dengan jam tidur per malam
Pasar apung | menaikkan pendapatan | pada pedagang sayur | diukur dengan omzet per hari
Sepeda listrik | menyehatkan warga | pada pegawai kantor | diukur dengan tekanan darah
Bahasa daerah | membantu membaca | pada murid kelas satu | diukur dengan kata benar per menit
Taman kota | menurunkan stres | pada penghuni rumah susun | diukur dengan kuesioner stres
"""


def _read(language: str, table: str) -> list[Idea]:
    return [Idea(language, *(part.strip() for part in row.split("|"))) for row in table.strip().splitlines()]


IDEAS = (*_read("pt", _PT), *_read("en", _EN), *_read("id", _ID))
