import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { AppError } from "../../../domain/errors.ts";
import { userIdOf } from "../../../domain/user-id.ts";
import type { AccountParts } from "../../../usecases/accounts.ts";
import { joinByInvitation, makeFirstAccount } from "../../../usecases/join.ts";
import type { Library } from "../../../usecases/library.ts";
import { type SignedIn, signIn, signOut, signOutEverywhere } from "../../../usecases/sign-in.ts";
import { BODIES } from "../../bodies.ts";
import { clearCookie, fitsCookie, setCookie } from "../../credentials.ts";
import { deadlineOf } from "../../deadline.ts";
import { answer, failures } from "../../openapi.ts";
import { successSchema } from "../../schemas.ts";
import type { SignInAccess } from "../../sign-in-access.ts";

const tags = ["Account"];
/** Under which user the page kept everything while nobody had to sign in. */
const USER_BEFORE_ACCOUNTS = "local";

/** Getting in and out. */
export function signInRoutes(library: Library, access: SignInAccess): FastifyPluginAsyncZod {
  const { identities, limits, addresses } = access;
  const { way } = identities;

  const browserOf = (request: FastifyRequest) => ({
    address: addresses.addressOf(request),
    agent: String(request.headers["user-agent"] ?? ""),
  });
  const give = (request: FastifyRequest, reply: FastifyReply, { secret, expiresAt }: SignedIn) =>
    setCookie(reply, {
      secret,
      expiresAt: new Date(expiresAt),
      isEncrypted: addresses.isEncrypted(request),
    });

  /** Whose everything becomes that was kept before there were accounts: the first one's. */
  async function userBefore(signal: AbortSignal): Promise<string | undefined> {
    const [session] = await library.sessions.summaries(USER_BEFORE_ACCOUNTS, 1, signal);
    if (session !== undefined) return USER_BEFORE_ACCOUNTS;
    for await (const _file of library.files.ofUser(USER_BEFORE_ACCOUNTS, signal)) return USER_BEFORE_ACCOUNTS;
    return undefined;
  }

  async function byPassword(
    accounts: AccountParts,
    { request, name, password }: { request: FastifyRequest; name: string; password: string },
    signal: AbortSignal,
  ): Promise<SignedIn> {
    limits.countSignIn(request, name);
    try {
      return await signIn(accounts, { ...browserOf(request), name, password }, signal);
    } catch (error) {
      if (error instanceof AppError && error.code === "unauthenticated") {
        await request.audit("sign-in-refused", name);
      }
      throw error;
    }
  }

  return async (app) => {
    app.post(
      "/api/account/sign-in",
      {
        config: { audience: "everybody" },
        schema: {
          tags,
          summary: "Sign a browser in",
          description:
            "By name and password, or by a token of the service that people sign in with: a cookie that no script can read stands for it from then on, as long as it is valid.",
          body: BODIES["POST /api/account/sign-in"],
          response: {
            200: answer("Signed in.", successSchema, { success: true, message: "Signed in" }),
            ...failures(400, 401, 413, 429, 500, 503),
          },
        },
      },
      async (request, reply) => {
        const { name, password, token } = request.body;
        const signal = deadlineOf(reply);
        if (way.kind === "password") {
          if (name === undefined || password === undefined) throw missing("name and password");
          const signedIn = await byPassword(way.accounts, { request, name, password }, signal);
          give(request, reply, signedIn);
          await request.audit("sign-in", name, { userId: signedIn.userId, by: "password" });
        } else if (way.kind === "proxy") {
          throw new AppError("invalid-input", "People sign in elsewhere", {
            details: "The proxy in front of this service says who they are",
          });
        } else {
          if (token === undefined) throw missing("token");
          limits.countSignIn(request, null);
          const verified = fitsCookie(token) ? await way.tokens.verify(token, signal) : null;
          if (verified === null) {
            await request.audit("sign-in-refused", null);
            throw new AppError("unauthenticated", "The token is not valid", { details: "Get a new one" });
          }
          const { subject, expiresAt } = verified;
          setCookie(reply, { secret: token, expiresAt, isEncrypted: addresses.isEncrypted(request) });
          await request.audit("sign-in", subject, { userId: userIdOf(subject), by: "token" });
        }
        return { success: true as const, message: "Signed in" };
      },
    );

    app.post(
      "/api/account/sign-out",
      {
        config: { audience: "people", onlyReads: true },
        schema: {
          tags,
          summary: "Sign out",
          description: "This browser, or with `everywhere` every browser of the user. Keys stay valid.",
          body: BODIES["POST /api/account/sign-out"],
          response: {
            200: answer("Signed out.", successSchema, { success: true, message: "Signed out" }),
            ...failures(400, 413, 500),
          },
        },
      },
      async (request, reply) => {
        const { caller } = request;
        if (way.kind === "password" && caller !== null) {
          const signal = deadlineOf(reply);
          if (request.body.everywhere) await signOutEverywhere(way.accounts, caller, signal);
          else await signOut(way.accounts, caller, signal);
        }
        clearCookie(reply);
        await request.audit("sign-out", request.body.everywhere ? "everywhere" : null);
        return { success: true as const, message: "Signed out" };
      },
    );

    if (way.kind !== "password") return;

    app.post(
      "/api/account/setup",
      {
        config: { audience: "everybody" },
        schema: {
          tags,
          summary: "Make the first account",
          description:
            "Only where nobody has an account yet. It is the owner's, who invites the others, and takes over what was kept without accounts.",
          body: BODIES["POST /api/account/setup"],
          response: {
            200: answer("Signed in with the new account.", successSchema, {
              success: true,
              message: "Welcome",
            }),
            ...failures(400, 403, 413, 429, 500, 503),
          },
        },
      },
      async (request, reply) => {
        limits.countSignIn(request, null);
        const signal = deadlineOf(reply);
        const userId = await userBefore(signal);
        const draft = { ...request.body, userId, browser: browserOf(request) };
        const signedIn = await makeFirstAccount(way.accounts, draft, signal);
        give(request, reply, signedIn);
        await request.audit("account-created", request.body.name, {
          userId: signedIn.userId,
          by: "password",
        });
        return { success: true as const, message: `Welcome, ${request.body.name}` };
      },
    );

    app.post(
      "/api/account/join",
      {
        config: { audience: "everybody" },
        schema: {
          tags,
          summary: "Make an account by an invitation",
          description: "An invitation is for one account, and for seven days.",
          body: BODIES["POST /api/account/join"],
          response: {
            200: answer("Signed in with the new account.", successSchema, {
              success: true,
              message: "Welcome",
            }),
            ...failures(400, 404, 409, 413, 429, 500, 503),
          },
        },
      },
      async (request, reply) => {
        limits.countSignIn(request, null);
        const { invitation: token, name, password } = request.body;
        const draft = { token, name, password, browser: browserOf(request) };
        const signedIn = await joinByInvitation(way.accounts, draft, deadlineOf(reply));
        give(request, reply, signedIn);
        await request.audit("account-created", name, { userId: signedIn.userId, by: "password" });
        return { success: true as const, message: `Welcome, ${name}` };
      },
    );
  };
}

function missing(what: string): AppError {
  return new AppError("invalid-input", `${what} must be given`, {
    details: "GET /api/account says how people sign in",
  });
}
