import { type AccountUser, account, type SignInWay } from "../state/account.ts";
import { linkTo } from "../state/location.ts";
import type { AccountPart } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { partsOf } from "./account-parts.ts";
import { Browsers } from "./browsers.tsx";
import { Keys } from "./keys.tsx";
import { Profile } from "./profile.tsx";
import { Users } from "./users.tsx";

/** Everything about the own account, in parts. */
export default function AccountPage({ part }: { part: AccountPart }) {
  const current = useStore(account);
  if (current.state !== "in" && current.state !== "locked") return null;
  return <Parts way={current.way} user={current.user} part={part} />;
}

function Parts({ way, user, part }: { way: SignInWay; user: AccountUser; part: AccountPart }) {
  const t = useText();
  const parts = partsOf(way, user);
  const shown = parts.includes(part) ? part : "profile";
  return (
    <div
      className="h-full overflow-y-auto px-4 pt-5 pb-24 md:px-8 md:pt-8"
      tabIndex={0}
      role="region"
      aria-label={t.account.title}
    >
      <div className="mx-auto max-w-3xl">
        <h1 className="font-semibold font-serif text-3xl tracking-tight">{t.account.title}</h1>
        <nav aria-label={t.account.title} className="segment mt-5 max-w-full text-sm">
          {parts.map((one) => (
            <a
              key={one}
              className="max-sm:!px-2.5"
              aria-current={one === shown ? "page" : undefined}
              {...linkTo({ name: "account", part: one })}
            >
              {t.account.parts[one]}
            </a>
          ))}
        </nav>
        {shown === "profile" && <Profile way={way} user={user} />}
        {shown === "browsers" && <Browsers />}
        {shown === "keys" && <Keys />}
        {shown === "users" && <Users me={user.userId} />}
      </div>
    </div>
  );
}
