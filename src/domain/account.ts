import { z } from "zod";
import { idSchema } from "./id.ts";

/** The shortest password that is taken. Length is what makes one hard to guess. */
const MIN_PASSWORD_LENGTH = 10;
/** Longer ones would only make hashing slow. */
export const MAX_PASSWORD_LENGTH = 200;

/** What a password may be. It is measured as it is compared, so that no way of typing it is too short. */
export const passwordSchema = z.string().refine((password) => isWithin(password.normalize("NFKC").length), {
  error: `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
});

function isWithin(length: number): boolean {
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;
}

/** What an account may be called: signs that people see, without blanks around them. */
export const accountNameSchema = z
  .string()
  .trim()
  .normalize("NFC")
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@+'-]{0,63}$/u, {
    error: "must be 1 to 64 letters, digits, blanks and . _ @ + ' -, and start with a letter or a digit",
  });

/** What a name is compared by: two that differ in case alone, or in how their signs are put together, are one. */
export function foldName(name: string): string {
  // Up and down again, because some letters have one form in one direction only: ß, ſ and ς.
  return name.trim().normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

/** Somebody who signs in with a password. */
export const accountSchema = z
  .object({
    userId: idSchema.describe("Owner of everything that this account puts in."),
    name: z.string().describe("What is typed to sign in; unlike every other name, whatever its case."),
    isOwner: z.boolean().describe("Whether this account invites and removes others."),
    createdAt: z.string().describe("ISO 8601 timestamp."),
  })
  .meta({ id: "Account" });

export type Account = z.infer<typeof accountSchema>;

/** A browser that is signed in. */
export const signInSchema = z
  .object({
    signInId: idSchema,
    createdAt: z.string().describe("ISO 8601 timestamp."),
    lastSeenAt: z.string().describe("ISO 8601 timestamp, to some minutes."),
    expiresAt: z.string().describe("ISO 8601 timestamp."),
    address: z.string().describe("Where it was signed in from."),
    agent: z.string().describe("What the browser calls itself."),
  })
  .meta({ id: "SignIn" });

export type SignIn = z.infer<typeof signInSchema>;

/** A link by which somebody may make an account, once. */
export const invitationSchema = z
  .object({
    invitationId: idSchema,
    createdAt: z.string().describe("ISO 8601 timestamp."),
    expiresAt: z.string().describe("ISO 8601 timestamp."),
  })
  .meta({ id: "Invitation" });

export type Invitation = z.infer<typeof invitationSchema>;
