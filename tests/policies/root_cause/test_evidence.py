"""Evidence of a hypothesis is traced to events, past incidents and patterns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.root_cause.evidence import check_evidence, doubt_steps, is_supported, list_cited_sources
from moot.policies.root_cause.evidence.quotes import find_mismatch
from moot.state.hypotheses import Hypothesis
from moot.state.incident import CausalPath, EntityContext, ErrorMessage, Incident, LogEvent, Pattern, SimilarIncident
from moot.state.inspection import Inspected, InspectionRequest, SeenLine

INCIDENT = Incident(
    events=(
        LogEvent(id="L1", timestamp="10:00:00", component="DataNode", severity="WARN", message="disk at 95 percent"),
        LogEvent(
            id="L4",
            timestamp="10:00:12",
            component="DataNode",
            severity="ERROR",
            message="DiskFullException: no space left",
        ),
        LogEvent(id="L12", component="NameNode", severity="ERROR", message="replication of blk_123 below minimum"),
    ),
    error_messages=(ErrorMessage(error_type="DiskFullException", message="no space left", component="DataNode"),),
    similar_incidents=(SimilarIncident(incident_id="HDFS_001", root_cause="volume filled by replication"),),
    causal_paths=(CausalPath(events=("disk at limit", "write refused"), error_type="DiskFullException"),),
    entity_context={"10.0.1.5": EntityContext(type="host")},
    patterns=(Pattern(pattern="DataNode → NameNode", frequency=2),),
)


def propose(*evidence: str) -> Hypothesis:
    return Hypothesis(id="hybrid_1", source="hybrid", hypothesis="The disk filled up.", evidence=evidence)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        pytest.param("Log: L4 DiskFullException", ("L4", "DiskFullException"), id="R-33 a line by its id"),
        pytest.param("Log: L1, then L12", ("L1", "L12"), id="R-33 several lines"),
        pytest.param("log: disk usage at 95% before failure", ("L1",), id="R-33 by number and words"),
        pytest.param("Log: DiskFullException error", ("DiskFullException",), id="R-33 by the error's name"),
        pytest.param("Log: L1's disk, not the L2 cache", (), id="a cache is no line, and nobody names it"),
        pytest.param("Log: L99 DiskFullException", (), id="a line that does not exist"),
        pytest.param("Log: L1 and L99", (), id="one invented line is enough"),
        pytest.param("Log: disk at 97 percent", (), id="a changed number"),
        pytest.param("Log: the switch lost its power supply", (), id="nothing says so"),
        pytest.param("Log: disk", ("L1",), id="its only telling word"),
        pytest.param("Log: the event shows an error", (), id="only words that tell nothing"),
        pytest.param("Log: HDFS_001", (), id="a past incident is not in the log"),
        pytest.param("Historical: Similar incident HDFS_001", ("HDFS_001",), id="R-33 an incident"),
        pytest.param("Historical: HDFS_0012", (), id="another id that begins alike"),
        pytest.param("Historical: replication filled the volume", ("HDFS_001",), id="by its cause"),
        pytest.param("Historical: disk limit, write refused", ("P1",), id="R-57 a causal path"),
        pytest.param("Historical: P1 write refused", ("P1",), id="R-57 a causal path by its id"),
        pytest.param("Historical: P9 write refused", (), id="a path that does not exist"),
        pytest.param("Historical: HDFS_001 an expired certificate", (), id="its cause is another"),
        pytest.param("Log: L4 disk at 95 percent", (), id="the words of another line"),
        pytest.param("Log: L4 space left", (), id="what the line denies"),
        pytest.param('Log: L4 "no space left"', ("L4",), id="a quotation"),
        pytest.param('Log: L4 "no room left"', (), id="a quotation that is not there"),
        pytest.param("Log: L12 replication of blk_124", (), id="a changed name"),
        pytest.param("Log: L1 and L4, 12 s later: no space left", ("L1", "L4"), id="the time between them"),
        pytest.param("Log: L1 and L4, 40 s later: no space left", (), id="another time between them"),
        pytest.param("Historical: host 10.0.1.5", ("10.0.1.5",), id="R-58 an entity"),
        pytest.param("Pattern: DataNode -> NameNode", ("DataNode → NameNode",), id="R-33 another arrow"),
        pytest.param("Pattern: DataNode then NameNode sequence", ("DataNode → NameNode",), id="in words"),
        pytest.param("Pattern: NameNode → DataNode", (), id="the wrong way round"),
        pytest.param("HDFS_001 had the same", ("HDFS_001",), id="without a prefix"),
        pytest.param("", (), id="nothing at all"),
    ],
)
def test_where_evidence_leads(text: str, ids: tuple[str, ...]) -> None:
    (check,) = check_evidence(propose(text), INCIDENT)
    assert (check.sources, check.holds) == (ids, bool(ids))
    assert check.reason


def test_what_holds_and_what_bears() -> None:
    """A piece that holds and shares nothing with the hypothesis supports nothing, and costs nothing."""
    alone = propose("Log: L12")
    (check,) = check_evidence(alone, INCIDENT)
    assert (check.holds, check.bears, is_supported((check,))) == (True, False, False)
    argued = alone.model_copy(update={"reasoning": "L12 follows from it."})
    assert is_supported(check_evidence(argued, INCIDENT))


def test_an_ordinary_line_needs_more_than_its_component() -> None:
    event = LogEvent(id="L7", component="DataNode", message="heartbeat ok")
    calm = INCIDENT.model_copy(update={"events": (*INCIDENT.events, event)})
    hypothesis = propose("Log: L7 heartbeat ok").model_copy(update={"affected_components": ("DataNode",)})
    assert not is_supported(check_evidence(hypothesis, calm))
    late = hypothesis.model_copy(update={"hypothesis": "The heartbeat of the DataNode came late."})
    assert is_supported(check_evidence(late, calm))


def test_a_line_somebody_asked_for_can_be_cited() -> None:
    line = SeenLine(id="L90", time="10:01:00", component="DataNode", text="10:01:00 flag disk_cache changed to off")
    seen = Inspected(
        id="log_q1", seat="log_focused", round=1, number=1, request=InspectionRequest(kind="count", pattern="disk"),
        outcome="answered", total=17, lines=(line,), counts=("10:00: 17",),
    )  # fmt: skip
    hypothesis = propose("Log: L90 flag disk_cache changed", "Log: log_q1 17 lines", "Log: log_q1 18 lines")
    assert [check.holds for check in check_evidence(hypothesis, INCIDENT, [seen])] == [True, True, False]
    assert not any(check.holds for check in check_evidence(hypothesis, INCIDENT))
    assert list(list_cited_sources([hypothesis], INCIDENT, [seen])) == ["L90", "log_q1"]


@given(st.lists(st.text(max_size=80), max_size=5))
def test_any_evidence_can_be_traced(texts: list[str]) -> None:
    checks = check_evidence(propose(*texts), INCIDENT)
    assert [check.text for check in checks] == texts


@given(st.sampled_from(INCIDENT.events))
def test_every_event_resolves_to_itself(event: LogEvent) -> None:
    (by_id, by_words) = check_evidence(propose(f"Log: {event.id}", f"Log: {event.message}"), INCIDENT)
    assert by_id.sources == (event.id,)
    assert by_words.sources


JSON_LINE = '{"ts": "2026-11-17T14:30:03.000Z", "msg": "upstream latency", "upstream": "pricing", "p95_ms": 545}'
SAID = "upstream latency upstream=pricing p95_ms=545"


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        pytest.param("Log: L90 upstream latency upstream=pricing p95_ms=545", True, id="as the selection writes it"),
        pytest.param('Log: L90 "upstream": "pricing", "p95_ms": 545', True, id="as the log writes it"),
        pytest.param("Log: L90 upstream: pricing p95_ms: 545", True, id="with colons"),
        pytest.param("Log: L90 upstream latency pricing p95_ms 545", True, id="in plain words"),
        pytest.param('Log: L90 says "upstream=pricing p95_ms=545"', True, id="a quotation of the selection"),
        pytest.param("Log: L90 upstream latency upstream=payment", False, id="another value"),
        pytest.param("Log: L90 upstream latency p95_ms=54", False, id="the beginning of a value"),
        pytest.param("Log: L90 upstream latency p95_ms=5450", False, id="more than the value"),
        pytest.param('Log: L90 says "upstream=payment"', False, id="a quotation that is not there"),
    ],
)
def test_a_field_is_checked_however_it_is_written(text: str, holds: bool) -> None:
    for said in ("", SAID):
        line = SeenLine(id="L90", time="14:30:03", component="shop.metrics", text=JSON_LINE, said=said)
        request = InspectionRequest(kind="neighbours", pattern="L90")
        seen = Inspected(id="cited", seat="a", round=1, number=0, request=request, outcome="answered", lines=(line,))
        if said or "says" not in text:
            assert check_evidence(propose(text), INCIDENT, [seen])[0].holds is holds


@pytest.mark.parametrize(
    ("said", "code"),
    [
        pytest.param("peer aborted the tls handshake with mq-broker", None, id="R-30 the other voice"),
        pytest.param(
            "mq-broker aborted the tls handshake with peer", "cause.check.turned_round", id="R-30 turned round"
        ),
        pytest.param("sixty-five tls handshakes waiting at mq-broker", None, id="R-30 spelt out"),
        pytest.param("fifty-six tls handshakes waiting at mq-broker", "cause.check.not_said", id="R-30 another number"),
    ],
)
def test_numbers_in_words_and_who_did_what(said: str, code: str | None) -> None:
    line = "WARN mq-broker: tls handshake aborted by peer: waiting=65"
    found = find_mismatch(said, line)
    assert (found.code if found else None) == code


POOL = Incident(
    events=(
        LogEvent(
            id="L7",
            component="orders-api",
            message="configuration reloaded pod=orders-api-6b7f9c-x2kqd changed.db.pool.max_size=40 -> 8 revision=118",
        ),
        LogEvent(id="L8", component="gateway", severity="ERROR", message="POST /api/checkout 503 after 2190ms"),
        LogEvent(id="L9", component="orders-api", severity="WARN", message="readiness probe failed: pool wait"),
        LogEvent(id="L10", component="orders-api", severity="ERROR", message="could not acquire connection from pool"),
        LogEvent(id="L11", component="catalog", message="deployment finished version=5.12.0"),
        LogEvent(id="L12", component="orders-api", message="pool stats size=8 in_use=8 waiting=27"),
        LogEvent(
            id="L13",
            timestamp="2026-11-17T14:20:00",
            component="ledger",
            message="batch posted mode=slow took_ms=3568",
            count=640,
            first_seen="2026-11-17T13:00:00",
            last_seen="2026-11-17T14:59:58",
            rate_before=36.5,
            rate_inside=35.25,
            reasons=("new", "took_ms 56 -> 3568"),
        ),
        LogEvent(
            id="L14", component="release", message="ledger 7.2.0 activated (was 7.3.0), rates.mode: cached -> live"
        ),
    )
)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        pytest.param("Log: L8 all POST /api/checkout requests answered 503", False, id="one line knows of no other"),
        pytest.param("Log: L8 todos os POST /api/checkout deram 503", False, id="nor in Portuguese"),
        pytest.param("Log: L8 semua POST /api/checkout menjawab 503", False, id="nor in Indonesian"),
        pytest.param("Log: L12 all 8 of 8 in_use=8, waiting=27", True, id="all of a figure that is there"),
        pytest.param("Log: L7 db.pool.max_size 40 -> 9", False, id="a digit of a pod's name is no figure"),
        pytest.param("Log: L7 db.pool.max_size 40 -> 8 on orders-api-6b7f9c-x2kqd", True, id="but the pod is there"),
        pytest.param("Log: L7 db.pool.max_size 40 -> 8 on orders-api-6b7f9c-m8zpl", False, id="and no other"),
        pytest.param("Log: L7 db.pool.max_size was raised, 40 -> 8", False, id="it fell"),
        pytest.param("Log: L7 db.pool.max_size lowered from 40 to 8", True, id="so it was lowered"),
        pytest.param("Log: L7 db.pool.max_size turun dari 40 ke 8", True, id="in Indonesian too"),
        pytest.param("Log: L7 db.pool.max_size subiu de 40 para 8", False, id="and not raised in Portuguese"),
        pytest.param("Log: L9 readiness probe passed", False, id="the opposite word"),
        pytest.param("Log: L10 orders-api fails to acquire a connection", True, id="failing is no denial of could not"),
        pytest.param("Log: L7 configuration reloaded in catalog, revision=118", False, id="another component"),
        pytest.param(
            "Log: L13 took_ms 56 -> 3568, 640 times until 14:59:58", True, id="what the selection counts of it"
        ),
        pytest.param("Log: L13 batch posted 35.25 a minute, none before", True, id="and how often, and since when"),
        pytest.param("Log: L7 pod=orders-api-6b7f9c-x2kqd reloaded, none before", False, id="which no other line has"),
        pytest.param("Log: L13 took_ms fell to 3568", False, id="it rose"),
        pytest.param("Log: L13 batch failed took_ms=3568", False, id="an ordinary line fails at nothing"),
        pytest.param("Log: L10 orders-api failed to acquire connection from pool", True, id="a failed one does"),
        pytest.param("Log: L7 db.pool.max_size from 8 to 40", False, id="a change turned round"),
        pytest.param("Log: L14 rates.mode: live -> cached", False, id="one of words"),
        pytest.param("Log: L14 rates.mode from cached to live", True, id="as it was"),
        pytest.param("Log: L14 ledger activated from 7.2.0 to 7.3.0", False, id="what it was is no result"),
        pytest.param("Log: L14 ledger activated from 7.3.0 to 7.2.0", True, id="but where it came from"),
    ],
)
def test_what_one_line_can_say(text: str, holds: bool) -> None:
    """Quantifiers, opposites, directions, identifiers and components are compared as figures and names are."""
    hypothesis = Hypothesis(
        id="log_1", source="log_focused", hypothesis="The pool of orders-api was cut to 8.", evidence=(text,)
    )
    assert [each.holds for each in check_evidence(hypothesis, POOL)] == [holds]


@pytest.mark.parametrize(
    ("text", "bears"),
    [
        pytest.param("Log: L14 ledger 7.2.0 activated", True, id="a version that the hypothesis names"),
        pytest.param("Log: L7 configuration reloaded", False, id="another setting that changed"),
        pytest.param("Log: L13 batch posted took_ms=3568", True, id="a telling word"),
    ],
)
def test_an_ordinary_line_bears_by_what_it_names(text: str, bears: bool) -> None:
    hypothesis = Hypothesis(
        id="log_1",
        source="log_focused",
        hypothesis="The configuration that changed with 7.2.0 made each batch ask for live rates.",
        evidence=(text,),
    )
    assert [(each.holds, each.bears) for each in check_evidence(hypothesis, POOL)] == [(True, bears)]


def test_steps_of_the_course_are_doubted_where_their_lines_do_not_say_them() -> None:
    made = Hypothesis(
        id="log_1",
        source="log_focused",
        hypothesis="The pool was cut.",
        trigger="L7 db.pool.max_size 40 -> 8",
        effects=("L8 POST /api/checkout 503", "L8 every POST /api/checkout 503", "L99 more"),
    )
    assert set(doubt_steps([made], POOL)) == set(made.effects[1:])


ARGUED = "The disk filled up. L4 says that no space was left; L99 shows who wrote it. So L99 is the trigger."
SEVERAL = INCIDENT.model_copy(
    update={"events": tuple(event.model_copy(update={"id": f"F1{event.id}"}) for event in INCIDENT.events)}
)


@pytest.mark.parametrize(
    ("incident", "changed", "doubted"),
    [
        pytest.param(INCIDENT, {"reasoning": ARGUED}, ["L99 shows who wrote it."], id="a sentence, counted once"),
        pytest.param(INCIDENT, {"contributing": ("L98 a slow disk",)}, ["L98 a slow disk"], id="a circumstance"),
        pytest.param(INCIDENT, {"hypothesis": "L97 exploded."}, ["L97 exploded."], id="the hypothesis"),
        pytest.param(INCIDENT, {"reasoning": "L1 comes before L4."}, [], id="lines that are there"),
        pytest.param(INCIDENT, {"reasoning": "The disk filled the L9 cache."}, [], id="a cache is no line"),
        pytest.param(SEVERAL, {"reasoning": "The L7 balancer saw F1L4."}, [], id="no line of several logs"),
        pytest.param(SEVERAL, {"reasoning": "F1L7 says so."}, ["F1L7 says so."], id="a line of one of several"),
        pytest.param(Incident(), {"reasoning": "The L7 balancer failed."}, [], id="no log"),
    ],
)
def test_a_sentence_that_argues_with_an_invented_line_does_not_hold(
    incident: Incident, changed: dict[str, object], doubted: list[str]
) -> None:
    """What is invented costs the hypothesis its points wherever it stands."""
    checks = check_evidence(propose().model_copy(update=changed), incident)
    assert [check.text for check in checks if not check.holds] == doubted


def test_a_line_that_the_evidence_invents_is_doubted_there_alone() -> None:
    hypothesis = propose("Log: L99 exploded").model_copy(update={"reasoning": "L99 exploded first."})
    assert [check.text for check in check_evidence(hypothesis, INCIDENT)] == ["Log: L99 exploded"]


@pytest.mark.parametrize("said", ["L3 usuário relatorios abre a transação", "L3 relatorios: sessão iniciada"])
def test_a_word_with_an_accent_is_one_word(said: str) -> None:
    """Taken to pieces at its accents, one strange word would count as three."""
    event = LogEvent(
        id="L3", component="postgresql", severity="INFO", message="relatorios@loja abre transação iniciada"
    )
    hypothesis = propose(f"Log: {said}").model_copy(update={"hypothesis": "A transação de relatorios ficou aberta."})
    (check,) = check_evidence(hypothesis, Incident(events=(event,)))
    assert check.holds, check.reason


DONE = Incident(
    events=(
        LogEvent(id="L1", component="rotate", severity="ERROR", message="error renaming temp state file status.tmp"),
        LogEvent(id="L2", component="db", severity="ERROR", message="could not extend file base/16384: no space left"),
        LogEvent(id="L3", component="ingest", message="configuration reloaded log.level=trace"),
        LogEvent(
            id="L4", component="cache", severity="ERROR", message="timed out waiting for a connection after 500ms"
        ),
        LogEvent(id="L5", component="fila", severity="ERROR", message="falha ao gravar pedido 17 em disco"),
        LogEvent(id="L6", component="antrean", severity="ERROR", message="gagal menyimpan pesanan 17"),
        LogEvent(id="L7", timestamp="10:00:12", component="mail", message="relay switched to mx2"),
    )
)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        pytest.param("Log: L1 rotate renamed temp state file status.tmp", False, id="an error kept it from being done"),
        pytest.param("Log: L1 renaming of temp state file status.tmp failed", True, id="and that may be said"),
        pytest.param("Log: L2 db extended file base/16384", False, id="a denied word in another form"),
        pytest.param("Log: L2 extending file base/16384 failed, no space left", True, id="or that it failed"),
        pytest.param("Log: L3 configuration reload was refused", False, id="an ordinary line refuses nothing"),
        pytest.param("Log: L4 connection refused after 500ms", False, id="a figure with its unit is no word"),
        pytest.param("Log: L4 timed out waiting for a connection after 500ms", True, id="it stands for itself"),
        pytest.param("Log: L5 pedido 17 gravado em disco", False, id="in Portuguese"),
        pytest.param("Log: L5 falhou ao gravar pedido 17 em disco", True, id="as it was in Portuguese"),
        pytest.param("Log: L6 pesanan 17 menyimpan", False, id="in Indonesian"),
        pytest.param("Log: L6 gagal menyimpan pesanan 17", True, id="as it was in Indonesian"),
        pytest.param("Log: L7 at 10:00:12 relay became mx2", True, id="a time that is there makes up for a small word"),
    ],
)
def test_what_was_tried_is_not_what_was_done(text: str, holds: bool) -> None:
    hypothesis = propose(text).model_copy(update={"hypothesis": "A file, a connection or the relay went away."})
    assert [each.holds for each in check_evidence(hypothesis, DONE)] == [holds]
