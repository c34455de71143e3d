-- As in the migrations before: all locks first, and none waited for so long that a payment looks for a deadlock.
SET LOCAL lock_timeout = '250ms';
--> statement-breakpoint
LOCK TABLE "accounts", "passes", "api_keys", "claims" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "account_ids" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text,
	CONSTRAINT "account_ids_name_unique" UNIQUE("name")
);
--> statement-breakpoint
INSERT INTO "account_ids" SELECT "id", "name" FROM "accounts";
--> statement-breakpoint
-- Versions that run beside this one make accounts, too.
CREATE FUNCTION "enter_account_id"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_ids (id, name) VALUES (NEW.id, NEW.name);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "accounts_ids" BEFORE INSERT ON "accounts" FOR EACH ROW EXECUTE FUNCTION "enter_account_id"();
--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "claims" DROP CONSTRAINT "claims_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "passes" DROP CONSTRAINT "passes_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_name_unique";
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_pkey";
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_pk" PRIMARY KEY("id","epoch");
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_account_ids_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_ids"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_account_id_account_ids_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_ids"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_account_id_account_ids_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_ids"("id") ON DELETE no action ON UPDATE no action;
