DROP INDEX "api_keys_account";--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "reissues" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "api_keys_live" ON "api_keys" USING btree ("account_id") WHERE "api_keys"."revoked_at" IS NULL;--> statement-breakpoint
CREATE INDEX "api_keys_presented" ON "api_keys" USING btree ("account_id") WHERE "api_keys"."presented_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_reissues" CHECK ("claims"."reissues" BETWEEN 0 AND 5) NOT VALID;