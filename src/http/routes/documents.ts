import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { TemporaryFolder } from "../../ports/temporary-folder.ts";
import type { ServedLibrary } from "../../usecases/served-library.ts";
import { fileRoutes } from "./documents/files.ts";
import { indexRoute } from "./documents/index-document.ts";
import { jobRoutes } from "./documents/jobs.ts";
import { recordRoutes } from "./documents/records.ts";
import { uploadRoute } from "./documents/upload.ts";

/** `/api/documents` */
export function documentRoutes(
  library: ServedLibrary,
  options: { maxUploadBytes: number; userQuotaBytes: number | null; temporary: TemporaryFolder },
): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(uploadRoute(library, options));
    await app.register(indexRoute(library));
    await app.register(jobRoutes(library));
    await app.register(recordRoutes(library));
    await app.register(fileRoutes(library));
  };
}
