CREATE TABLE "free_calls" (
	"day" date NOT NULL,
	"network" text NOT NULL,
	"calls" integer NOT NULL,
	"rpc_calls" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "free_calls_pk" PRIMARY KEY("day","network"),
	CONSTRAINT "free_calls_network" CHECK (octet_length("free_calls"."network") BETWEEN 1 AND 64),
	CONSTRAINT "free_calls_calls" CHECK ("free_calls"."calls" >= 0),
	CONSTRAINT "free_calls_rpc_calls" CHECK ("free_calls"."rpc_calls" >= 0)
);
--> statement-breakpoint
CREATE TABLE "free_work" (
	"day" date PRIMARY KEY NOT NULL,
	"rpc_calls" bigint NOT NULL,
	CONSTRAINT "free_work_rpc_calls" CHECK ("free_work"."rpc_calls" >= 0)
);
