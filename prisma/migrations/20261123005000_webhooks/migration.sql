-- CreateEnum
CREATE TYPE "WebhookDeliveryState" AS ENUM ('pending', 'delivered');

-- CreateTable
CREATE TABLE "Event" (
    "number" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
    "position" BIGINT,
    "companyId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "Webhook" (
    "id" TEXT NOT NULL,
    "companyId" TEXT,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret" BYTEA NOT NULL,
    "previousUntil" TIMESTAMPTZ(3),
    "stoppedAt" TIMESTAMPTZ(3),
    "createdById" TEXT,
    "createdBy" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
    "webhookId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "companyId" TEXT,
    "submissionId" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "state" "WebhookDeliveryState" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3),
    "nextAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attemptedAt" TIMESTAMPTZ(3),
    "status" INTEGER,
    "failure" TEXT,
    "durationMs" INTEGER,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Event_id_key" ON "Event"("id");

-- CreateIndex
CREATE INDEX "Event_position_idx" ON "Event"("position");

-- CreateIndex
CREATE INDEX "Event_companyId_position_idx" ON "Event"("companyId", "position");

-- CreateIndex
CREATE INDEX "Webhook_companyId_idx" ON "Webhook"("companyId");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_webhookId_position_key" ON "WebhookDelivery"("webhookId", "position");

-- CreateIndex
CREATE INDEX "WebhookDelivery_eventId_idx" ON "WebhookDelivery"("eventId");

CREATE INDEX "WebhookDelivery_pending_idx" ON "WebhookDelivery"("webhookId", "submissionId", "position") WHERE "state" = 'pending';

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_companyId_fkey" FOREIGN KEY ("companyId") REFERENCES "Company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
DECLARE
  tenant_table text;
  sees CONSTANT text := '(SELECT intake_unscoped()) OR "companyId" = (SELECT intake_company())';
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['Event', 'Webhook', 'WebhookDelivery'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I USING (%s) WITH CHECK (%s)', tenant_table, sees, sees);
  END LOOP;
END $$;

-- Triggers add events also for staff; the system alone places and removes them, and makes deliveries.
CREATE POLICY event_stays ON "Event" AS RESTRICTIVE FOR UPDATE USING ((SELECT intake_unscoped()));
CREATE POLICY event_kept ON "Event" AS RESTRICTIVE FOR DELETE USING ((SELECT intake_unscoped()));
CREATE POLICY made_by_system ON "WebhookDelivery" AS RESTRICTIVE FOR INSERT WITH CHECK ((SELECT intake_unscoped()));

CREATE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE OF "secret" ON "Webhook"
  FOR EACH ROW EXECUTE FUNCTION intake_refuse_retired_secret();

-- A submit stores several applications by one statement, so their events are one statement, too.
CREATE FUNCTION intake_submissions_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Event" ("companyId", "type", "submissionId")
    SELECT "companyId", 'submission.created', "id" FROM added;
  RETURN NULL;
END $$;

CREATE TRIGGER event_created AFTER INSERT ON "FormSubmission" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION intake_submissions_created();

-- The triggers' argument is the event's type. Tables name the submission differently.
CREATE FUNCTION intake_event_of_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Event" ("companyId", "type", "submissionId") VALUES (NEW."companyId", TG_ARGV[0], NEW."id");
  RETURN NULL;
END $$;

CREATE FUNCTION intake_event_of_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Event" ("companyId", "type", "submissionId", "data")
    VALUES (NEW."companyId", TG_ARGV[0], NEW."id", jsonb_build_object('status', NEW."statusKey"));
  RETURN NULL;
END $$;

CREATE FUNCTION intake_event_of_addition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Event" ("companyId", "type", "submissionId") VALUES (NEW."companyId", TG_ARGV[0], NEW."submissionId");
  RETURN NULL;
END $$;

CREATE FUNCTION intake_event_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Event" ("companyId", "type", "submissionId", "data")
    VALUES (NEW."companyId", TG_ARGV[0], NEW."submissionId", jsonb_build_object('requestId', NEW."id"));
  RETURN NULL;
END $$;

-- Files of an application that is not sent yet come with it.
CREATE FUNCTION intake_event_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Event" ("companyId", "type", "submissionId", "data")
    SELECT NEW."companyId", TG_ARGV[0], "id", jsonb_build_object('documentId', NEW."id")
    FROM "FormSubmission" WHERE "id" = NEW."formSessionId";
  RETURN NULL;
END $$;

CREATE TRIGGER event_pdf AFTER UPDATE OF "pdfState" ON "FormSubmission"
  FOR EACH ROW WHEN (OLD."pdfState" <> NEW."pdfState" AND NEW."pdfState" = 'ready')
  EXECUTE FUNCTION intake_event_of_submission('pdf.ready');
CREATE TRIGGER event_status AFTER UPDATE OF "statusKey" ON "SubmissionDesk"
  FOR EACH ROW WHEN (OLD."statusKey" <> NEW."statusKey")
  EXECUTE FUNCTION intake_event_of_status('submission.status_changed');
CREATE TRIGGER event_owner AFTER UPDATE OF "ownerId", "teamId" ON "SubmissionDesk"
  FOR EACH ROW WHEN ((OLD."ownerId", OLD."teamId") IS DISTINCT FROM (NEW."ownerId", NEW."teamId"))
  EXECUTE FUNCTION intake_event_of_submission('submission.updated');
CREATE TRIGGER event_addition AFTER INSERT ON "SubmissionAddition"
  FOR EACH ROW EXECUTE FUNCTION intake_event_of_addition('submission.updated');
CREATE TRIGGER event_request AFTER UPDATE OF "state" ON "SubmissionRequest"
  FOR EACH ROW WHEN (OLD."state" <> NEW."state" AND NEW."state" = 'answered')
  EXECUTE FUNCTION intake_event_of_request('request.answered');
CREATE TRIGGER event_document AFTER INSERT ON "Document"
  FOR EACH ROW WHEN (NEW."formSessionId" IS NOT NULL) EXECUTE FUNCTION intake_event_of_document('document.added');

-- The first undelivered event of each submission; those after it wait.
CREATE FUNCTION intake_next_deliveries(webhook text) RETURNS SETOF "WebhookDelivery" LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON ("submissionId") * FROM "WebhookDelivery"
  WHERE "webhookId" = webhook AND "state" = 'pending' ORDER BY "submissionId", "position"
$$;

-- One job at a time for each webhook (queue_name), so events stay in order. A job for later has its own key: it must not
-- put off one that another transaction adds for now.
CREATE FUNCTION intake_queue_deliveries(webhook text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due CONSTANT timestamptz := (SELECT min("nextAt") FROM intake_next_deliveries(webhook));
BEGIN
  IF due IS NOT NULL AND EXISTS (SELECT 1 FROM "Webhook" WHERE "id" = webhook AND "stoppedAt" IS NULL) THEN
    PERFORM graphile_worker.add_job('deliver-webhook', json_build_object('id', webhook), run_at => due, max_attempts => 25,
      queue_name => 'webhook:' || webhook,
      job_key => 'deliver-webhook:' || webhook || CASE WHEN due > now() THEN ':later' ELSE '' END);
  END IF;
END $$;

-- Gives committed events their places and queues their deliveries. One transaction at a time does so: a reader who goes on
-- after one place misses no event of a transaction that took long.
CREATE FUNCTION intake_place_events(at_once integer) RETURNS integer LANGUAGE plpgsql AS $$
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
    RETURNING "webhookId"
  )
  SELECT (SELECT count(*) FROM placed), (SELECT array_agg(DISTINCT "webhookId") FROM delivery) INTO placed_count, webhooks;
  PERFORM intake_queue_deliveries("id") FROM unnest(webhooks) AS "id";
  RETURN placed_count;
END $$;

-- Retries after 5 s, 20 s, 80 s … and at most 6 hours. After 48 hours the webhook stops, and its owners are told.
CREATE FUNCTION intake_record_attempt(delivery text, answered integer, problem text, took integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  attempt "WebhookDelivery";
BEGIN
  UPDATE "WebhookDelivery" SET "attempts" = "attempts" + 1, "startedAt" = coalesce("startedAt", now()),
    "attemptedAt" = now(), "status" = answered, "failure" = problem, "durationMs" = took,
    "state" = CASE WHEN problem IS NULL THEN 'delivered' ELSE 'pending' END::"WebhookDeliveryState",
    "nextAt" = now() + least(interval '6 hours', interval '5 seconds' * power(4, least("attempts", 10)))
  WHERE "id" = delivery RETURNING * INTO attempt;
  IF problem IS NULL OR attempt."startedAt" > now() - interval '48 hours' THEN
    RETURN;
  END IF;
  UPDATE "Webhook" SET "stoppedAt" = now(), "updatedAt" = now() WHERE "id" = attempt."webhookId" AND "stoppedAt" IS NULL;
  IF FOUND THEN
    INSERT INTO "AuditEntry" ("companyId", "actorName", "act", "objectType", "objectId")
      VALUES (attempt."companyId", 'System', 'webhook-disabled', 'webhook', attempt."webhookId");
    PERFORM graphile_worker.add_job('webhook-stopped', json_build_object('id', attempt."webhookId"), max_attempts => 12);
  END IF;
END $$;

-- The hours of retries count anew.
CREATE FUNCTION intake_resume_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "WebhookDelivery" SET "startedAt" = NULL, "nextAt" = now(), "attempts" = 0
    WHERE "webhookId" = NEW."id" AND "state" = 'pending';
  PERFORM intake_queue_deliveries(NEW."id");
  RETURN NULL;
END $$;

CREATE TRIGGER resumed AFTER UPDATE OF "stoppedAt" ON "Webhook"
  FOR EACH ROW WHEN (OLD."stoppedAt" IS NOT NULL AND NEW."stoppedAt" IS NULL) EXECUTE FUNCTION intake_resume_webhook();
