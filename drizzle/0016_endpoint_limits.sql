CREATE TABLE "endpoint_limits" (
	"endpoint" text PRIMARY KEY NOT NULL,
	"limits" text NOT NULL,
	"learned_at" timestamp with time zone DEFAULT now() NOT NULL
);
