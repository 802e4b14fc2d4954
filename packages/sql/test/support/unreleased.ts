/** Gives a database the steps of one of before the first release, of which only the name of the first matters. */
export const unreleased = `DELETE FROM tollgate_migrations;
INSERT INTO tollgate_migrations (migration_id, name) VALUES (1, 'accounts'), (39, 'shown_keys')`
