"""The tables of the incident graph: one for each kind of node (R-54) and of relation (R-55)."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS incident (
    id TEXT PRIMARY KEY, timestamp TEXT, dataset TEXT, label TEXT, severity TEXT, duration TEXT, resolved INTEGER,
    root_cause TEXT, description TEXT, confirmed INTEGER, digest TEXT);
CREATE TABLE IF NOT EXISTS event (
    id TEXT PRIMARY KEY, timestamp TEXT, component TEXT, action TEXT, severity TEXT, message TEXT, template_id TEXT,
    parameters TEXT);
CREATE TABLE IF NOT EXISTS entity (id TEXT PRIMARY KEY, type TEXT, name TEXT, context TEXT, properties TEXT);
CREATE TABLE IF NOT EXISTS error (
    id TEXT PRIMARY KEY, error_type TEXT, message TEXT, component TEXT, stack_trace TEXT, frequency INTEGER);
CREATE TABLE IF NOT EXISTS template (
    id TEXT PRIMARY KEY, pattern TEXT, dataset TEXT, frequency INTEGER, parameters TEXT);
CREATE TABLE IF NOT EXISTS root_cause (
    id TEXT PRIMARY KEY, description TEXT, category TEXT, confidence REAL, resolution TEXT, frequency INTEGER);
CREATE TABLE IF NOT EXISTS contains (
    incident TEXT REFERENCES incident ON DELETE CASCADE, event TEXT REFERENCES event, sequence INTEGER,
    PRIMARY KEY (incident, event));
CREATE TABLE IF NOT EXISTS involves (
    event TEXT REFERENCES event ON DELETE CASCADE, entity TEXT REFERENCES entity, role TEXT,
    PRIMARY KEY (event, entity));
CREATE TABLE IF NOT EXISTS reports (
    event TEXT REFERENCES event ON DELETE CASCADE, error TEXT REFERENCES error, PRIMARY KEY (event, error));
CREATE TABLE IF NOT EXISTS causes (
    source TEXT REFERENCES event ON DELETE CASCADE, target TEXT REFERENCES event ON DELETE CASCADE, confidence REAL,
    delay REAL, PRIMARY KEY (source, target));
CREATE TABLE IF NOT EXISTS precedes (
    source TEXT REFERENCES event ON DELETE CASCADE, target TEXT REFERENCES event ON DELETE CASCADE, delay REAL,
    PRIMARY KEY (source, target));
CREATE TABLE IF NOT EXISTS similar_to (
    a TEXT REFERENCES incident ON DELETE CASCADE, b TEXT REFERENCES incident ON DELETE CASCADE, similarity REAL,
    method TEXT, PRIMARY KEY (a, b));
CREATE TABLE IF NOT EXISTS has_root_cause (
    incident TEXT REFERENCES incident ON DELETE CASCADE, root_cause TEXT REFERENCES root_cause, confidence REAL,
    PRIMARY KEY (incident, root_cause));
CREATE TABLE IF NOT EXISTS matches (
    event TEXT REFERENCES event ON DELETE CASCADE, template TEXT REFERENCES template, PRIMARY KEY (event, template));
CREATE INDEX IF NOT EXISTS incident_timestamp ON incident (timestamp);
CREATE INDEX IF NOT EXISTS incident_dataset ON incident (dataset);
CREATE INDEX IF NOT EXISTS event_timestamp ON event (timestamp);
CREATE INDEX IF NOT EXISTS event_component ON event (component);
CREATE INDEX IF NOT EXISTS entity_name ON entity (name);
CREATE INDEX IF NOT EXISTS entity_type ON entity (type);
CREATE INDEX IF NOT EXISTS error_type ON error (error_type);
CREATE INDEX IF NOT EXISTS template_pattern ON template (pattern);
CREATE INDEX IF NOT EXISTS contains_event ON contains (event);
CREATE INDEX IF NOT EXISTS involves_entity ON involves (entity);
CREATE INDEX IF NOT EXISTS reports_error ON reports (error);
CREATE INDEX IF NOT EXISTS causes_target ON causes (target);
CREATE INDEX IF NOT EXISTS precedes_target ON precedes (target);
CREATE INDEX IF NOT EXISTS matches_template ON matches (template);
CREATE INDEX IF NOT EXISTS similar_b ON similar_to (b);
CREATE INDEX IF NOT EXISTS cause_of ON has_root_cause (root_cause);
"""
