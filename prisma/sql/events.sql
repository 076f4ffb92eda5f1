-- Gives committed events their places and queues their deliveries. One transaction at a time does so: a reader who goes on
-- after one place misses no event of a transaction that took long.
CREATE OR REPLACE FUNCTION intake_place_events(at_once integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  placed_count integer;
  webhooks text[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(7316512048) THEN
    RETURN 0;
  END IF;
  WITH waiting AS (
    SELECT "number", row_number() OVER (ORDER BY "number") + (SELECT coalesce(max("position"), 0) FROM "Event") AS "position"
    FROM "Event" WHERE "position" IS NULL ORDER BY "number" LIMIT at_once
  ), placed AS (
    UPDATE "Event" event SET "position" = waiting."position" FROM waiting WHERE event."number" = waiting."number"
    RETURNING event.*
  ), delivery AS (
    INSERT INTO "WebhookDelivery" ("webhookId", "eventId", "companyId", "submissionId", "position")
    SELECT webhook."id", placed."id", webhook."companyId", placed."submissionId", placed."position"
    FROM placed JOIN "Webhook" webhook ON coalesce(webhook."companyId", placed."companyId") = placed."companyId"
      AND placed."type" = ANY(webhook."events")
      AND coalesce(intake_is_shown(placed."submissionId", webhook."createdById"), true)
    WHERE NOT EXISTS (SELECT FROM "Company" example WHERE example."id" = placed."companyId" AND example."isExample")
    RETURNING "webhookId"
  )
  SELECT (SELECT count(*) FROM placed), (SELECT array_agg(DISTINCT "webhookId") FROM delivery) INTO placed_count, webhooks;
  PERFORM intake_queue_deliveries("id") FROM unnest(webhooks) AS "id";
  RETURN placed_count;
END $$;
