-- The first undelivered event of each submission; those after it wait.
CREATE OR REPLACE FUNCTION intake_next_deliveries(webhook text) RETURNS SETOF "WebhookDelivery" LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON ("submissionId") * FROM "WebhookDelivery"
  WHERE "webhookId" = webhook AND "state" = 'pending' ORDER BY "submissionId", "position"
$$;

-- One job at a time for each company (queue_name), so that its slow receivers occupy one worker alone and events stay in
-- order. A job that is due goes behind those that wait, and keeps its place when more events come. A job for later has its
-- own key: it must not put off one that another transaction adds for now.
CREATE OR REPLACE FUNCTION intake_queue_deliveries(webhook text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due CONSTANT timestamptz := (SELECT min("nextAt") FROM intake_next_deliveries(webhook));
  active CONSTANT "Webhook" := (SELECT one FROM "Webhook" one WHERE one."id" = webhook AND one."stoppedAt" IS NULL);
BEGIN
  IF due IS NOT NULL AND active."id" IS NOT NULL THEN
    PERFORM graphile_worker.add_job('deliver-webhook', json_build_object('id', webhook), run_at => greatest(due, now()),
      max_attempts => 25, queue_name => 'webhook:' || coalesce(active."companyId", webhook),
      job_key => 'deliver-webhook:' || webhook || CASE WHEN due > now() THEN ':later' ELSE '' END,
      job_key_mode => CASE WHEN due > now() THEN 'replace' ELSE 'preserve_run_at' END);
  END IF;
END $$;
