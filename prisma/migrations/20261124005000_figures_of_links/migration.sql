-- Made before the rows are: this holds back who writes figures, and the next migration who writes submissions.
-- The links with the most submissions over all companies are found without adding up all of them.
CREATE INDEX "DeskFigure_links_idx" ON "DeskFigure" ("bucket", "count" DESC, "linkId")
  WHERE "day" = 'infinity' AND "linkId" > '';
