import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AuditAction, AuditEntry, AuditLog } from "../ports/audit-log.ts";
import type { ClientAddresses } from "./client-address.ts";

declare module "fastify" {
  interface FastifyRequest {
    /**
     * Writes down what was done, where callers are told apart; `who` tells who has only just been let in. What was done
     * is done, also where that fails.
     */
    audit(action: AuditAction, subject: string | null, who?: Doer): Promise<void>;
  }
}

type Doer = Pick<AuditEntry, "userId" | "by">;

interface AuditOptions {
  log: AuditLog | null;
  addresses: ClientAddresses;
}

/** Lets requests leave a line in the audit log. */
export function auditRequests(app: FastifyInstance, { log, addresses }: AuditOptions): void {
  app.decorateRequest("audit", async function (this: FastifyRequest, action, subject, who) {
    if (log === null) return;
    try {
      await log.write({
        at: new Date().toISOString(),
        action,
        userId: (who ?? this.caller)?.userId ?? null,
        by: (who ?? this.caller)?.by ?? "none",
        subject,
        from: addresses.addressOf(this),
      });
    } catch (error) {
      this.log.error({ err: error, action }, "the audit log could not be written");
    }
  });
}
