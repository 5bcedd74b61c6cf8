"""The tables of a Postgres store besides LangGraph's own, and what is removed with checkpoints."""

POSTGRES_TABLES = """
    CREATE TABLE IF NOT EXISTS moot_debates (
        thread TEXT PRIMARY KEY, created_at DOUBLE PRECISION NOT NULL, updated_at DOUBLE PRECISION NOT NULL,
        profile TEXT NOT NULL, status TEXT NOT NULL, question TEXT NOT NULL, reason TEXT NOT NULL,
        value_at_risk DOUBLE PRECISION, parent TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS moot_debates_by_status ON moot_debates (status, updated_at);
    CREATE INDEX IF NOT EXISTS moot_debates_by_time ON moot_debates (updated_at);
    CREATE TABLE IF NOT EXISTS moot_owners (thread TEXT PRIMARY KEY, epoch BIGINT NOT NULL);
    CREATE TABLE IF NOT EXISTS moot_intents (
        thread TEXT NOT NULL, place BIGINT GENERATED ALWAYS AS IDENTITY, body TEXT NOT NULL, PRIMARY KEY (thread, place)
    );
    CREATE TABLE IF NOT EXISTS moot_remarks (
        thread TEXT NOT NULL, place BIGINT GENERATED ALWAYS AS IDENTITY, body TEXT NOT NULL, PRIMARY KEY (thread, place)
    );
"""
POSTGRES_ORPHANS = (
    """DELETE FROM checkpoint_writes w WHERE thread_id = %s AND NOT EXISTS (
       SELECT 1 FROM checkpoints c WHERE c.thread_id = w.thread_id
       AND c.checkpoint_ns = w.checkpoint_ns AND c.checkpoint_id = w.checkpoint_id)""",
    """DELETE FROM checkpoint_blobs b WHERE thread_id = %s AND NOT EXISTS (
       SELECT 1 FROM checkpoints c WHERE c.thread_id = b.thread_id AND c.checkpoint_ns = b.checkpoint_ns
       AND c.checkpoint -> 'channel_versions' ->> b.channel = b.version)""",
)
"""What belonged to checkpoints that are gone."""
