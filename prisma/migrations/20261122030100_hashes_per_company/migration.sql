-- Tax IDs and SSNs are hashed under a key of their company from now on, which the first byte of a digest, 2, tells; a job
-- hashes those that are here already anew, as the numbers are encrypted. These are the rows that it still has to do.
CREATE INDEX "FormSubmission_shared_hashes_idx" ON "FormSubmission" ("id")
  WHERE substring("valuesDigest" FROM 1 FOR 1) = '\x01'::bytea;
