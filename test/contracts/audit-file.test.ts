import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAuditFile } from "../../src/adapters/data-folder/audit-file.ts";
import { auditLogContract } from "./audit-log.ts";

auditLogContract("a file", async () => {
  const directory = await mkdtemp(join(tmpdir(), "carrel-audit-"));
  const open = () => openAuditFile({ directory });
  return {
    store: open(),
    reopen: async () => open(),
    close: () => rm(directory, { recursive: true }),
  };
});
