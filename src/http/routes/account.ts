import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { accessSchema } from "../../domain/api-key.ts";
import type { Caller } from "../../domain/caller.ts";
import { idSchema } from "../../domain/id.ts";
import type { ServedLibrary } from "../../usecases/served-library.ts";
import { deadlineOf } from "../deadline.ts";
import { answer, failures } from "../openapi.ts";
import type { SignInAccess } from "../sign-in-access.ts";
import { passwordRoutes } from "./account/passwords.ts";
import { signInRoutes } from "./account/sign-in.ts";
import { keyRoutes } from "./keys.ts";
import { userRoutes } from "./users.ts";

const callerSchema = z.object({
  userId: idSchema.describe("Owner of everything that the caller puts in."),
  name: z.string().describe("What people call this user."),
  access: accessSchema,
  isOwner: z.boolean().describe("Whether the caller invites and removes others."),
  by: z.enum(["password", "key", "token", "proxy"]).describe("By which kind of credential."),
});

const accountSchema = z.object({
  mode: z.enum(["none", "password", "jwt", "appwrite", "proxy"]).describe("How people sign in."),
  account: callerSchema.nullable().describe("Who asks; null where nobody is signed in."),
  isNew: z.boolean().describe("Whether nobody has an account yet, so that the first visitor makes one."),
  signInUrl: z.string().nullable().describe("Where people sign in, where that is elsewhere."),
  appwrite: z
    .object({ endpoint: z.string(), projectId: z.string() })
    .nullable()
    .describe("Where pages sign in with Appwrite."),
});

type AccountAnswer = z.output<typeof accountSchema>;

const NOBODY: AccountAnswer = { mode: "none", account: null, isNew: false, signInUrl: null, appwrite: null };

/** `/api/account`, `/api/keys`, `/api/users`. Without authentication there is only the first, which says so. */
export function accountRoutes(library: ServedLibrary, access: SignInAccess | null): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/api/account",
      {
        config: { audience: "everybody" },
        schema: {
          tags: ["Account"],
          summary: "Who is asking",
          description: "How people sign in to this service, and as whom this request came.",
          response: {
            200: answer("The way to sign in, and who did.", accountSchema, {
              ...NOBODY,
              mode: "password",
              account: { userId: "alice", name: "Alice", access: "write", isOwner: true, by: "password" },
            }),
            ...failures(500, 503),
          },
        },
      },
      async (request, reply): Promise<AccountAnswer> => {
        // What is said here changes with every sign-in.
        reply.header("Cache-Control", "no-store");
        if (access === null) return NOBODY;
        const signal = deadlineOf(reply);
        const { authentication, identities } = access;
        const { way, described } = identities;
        const account = shown(await authentication.identify(request, signal));
        const isNew = way.kind === "password" && (await way.accounts.accounts.isEmpty(signal));
        return { ...described, account, isNew };
      },
    );
    if (access === null) return;
    await app.register(signInRoutes(library, access));
    if (access.identities.way.kind === "password") {
      await app.register(passwordRoutes(access.identities.way.accounts));
      const { accounts } = access.identities.way;
      const { keys } = access.identities.keys;
      await app.register(userRoutes(accounts, { ...library, keys, accounts: accounts.accounts }));
    }
    await app.register(keyRoutes(access.identities.keys));
  };
}

function shown(caller: Caller | null): AccountAnswer["account"] {
  if (caller === null) return null;
  const { userId, name, access, isOwner, by } = caller;
  return { userId, name, access, isOwner, by };
}
