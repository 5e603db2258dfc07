import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AuditAction, AuditLog } from "../ports/audit-log.ts";
import type { ClientAddresses } from "./client-address.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Writes down what was done, where callers are told apart. What was done is done, also where that fails. */
    audit(action: AuditAction, subject: string | null, userId?: string): Promise<void>;
  }
}

interface AuditOptions {
  log: AuditLog | null;
  addresses: ClientAddresses;
}

/** Lets requests leave a line in the audit log. */
export function auditRequests(app: FastifyInstance, { log, addresses }: AuditOptions): void {
  app.decorateRequest("audit", async function (this: FastifyRequest, action, subject, userId) {
    if (log === null) return;
    try {
      await log.write({
        at: new Date().toISOString(),
        action,
        userId: userId ?? this.caller?.userId ?? null,
        by: this.caller?.by ?? "none",
        subject,
        from: addresses.addressOf(this),
      });
    } catch (error) {
      this.log.error({ err: error, action }, "the audit log could not be written");
    }
  });
}
