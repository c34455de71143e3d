CREATE TABLE "book_audits" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"took_ms" bigint NOT NULL,
	"sound" boolean NOT NULL,
	"findings" text NOT NULL,
	CONSTRAINT "book_audits_single" CHECK ("book_audits"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"caller" "bytea" NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "rate_windows_pk" PRIMARY KEY("caller","starts_at"),
	CONSTRAINT "rate_windows_caller" CHECK (octet_length("rate_windows"."caller") = 32),
	CONSTRAINT "rate_windows_period" CHECK ("rate_windows"."ends_at" > "rate_windows"."starts_at"),
	CONSTRAINT "rate_windows_taken" CHECK ("rate_windows"."taken" >= 0)
);
--> statement-breakpoint
ALTER TABLE "movements" DROP CONSTRAINT "movements_kind";--> statement-breakpoint
-- Not validated, because that would read every movement under a lock: what was allowed before is allowed now.
ALTER TABLE "movements" ADD CONSTRAINT "movements_kind" CHECK ("movements"."kind" IN ('grant', 'topup', 'pass', 'charge', 'x402', 'change', 'refund')) NOT VALID;
