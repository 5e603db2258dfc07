import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { TemporaryFolder } from "../../ports/temporary-folder.ts";
import type { Library } from "../../usecases/library.ts";
import { fileRoutes } from "./documents/files.ts";
import { indexRoute } from "./documents/index-document.ts";
import { recordRoutes } from "./documents/records.ts";
import { uploadRoute } from "./documents/upload.ts";

/** `/api/documents` */
export function documentRoutes(
  library: Library,
  options: { maxUploadBytes: number; temporary: TemporaryFolder },
): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(uploadRoute(library, options));
    await app.register(indexRoute(library));
    await app.register(recordRoutes(library));
    await app.register(fileRoutes(library));
  };
}
