-- PgBouncer takes no such settings from its clients, and Assay refuses to start without them.
ALTER ROLE assay SET lock_timeout = 2000;
ALTER ROLE assay SET idle_in_transaction_session_timeout = 5000;
