-- As in the migrations before: all locks first, and none waited for so long that a payment looks for a deadlock.
SET LOCAL lock_timeout = '250ms';
--> statement-breakpoint
LOCK TABLE "wallet_histories" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "wallet_histories" DROP CONSTRAINT "wallet_histories_kept";--> statement-breakpoint
ALTER TABLE "wallet_histories" ADD CONSTRAINT "wallet_histories_kept" CHECK ("wallet_histories"."kept" BETWEEN 0 AND 25000);