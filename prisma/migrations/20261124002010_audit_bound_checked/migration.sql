-- A transaction of its own: it reads the whole table under a lock that lets others read and write.
ALTER TABLE "AuditEntry" VALIDATE CONSTRAINT "AuditEntry_first";
