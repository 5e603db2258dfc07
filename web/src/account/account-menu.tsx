import { Menu, type MenuItem } from "../kit/menu.tsx";
import { type AccountUser, account, type SignInWay } from "../state/account.ts";
import { goTo } from "../state/location.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { partsOf } from "./account-parts.ts";
import { leave } from "./sign-in-and-out.ts";

/** Who is signed in, and what they can do about it; nothing where nobody signs in. */
export function AccountMenu() {
  const current = useStore(account);
  if (current.state !== "in" && current.state !== "locked") return null;
  return <UserMenu way={current.way} user={current.user} />;
}

const ICONS = { profile: "user", browsers: "screen", keys: "key", users: "list" } as const;

function UserMenu({ way, user }: { way: SignInWay; user: AccountUser }) {
  const t = useText();
  const items = (): MenuItem[] => [
    ...partsOf(way, user).map((part) => ({
      label: part === "profile" ? t.account.open : t.account.parts[part],
      icon: ICONS[part],
      run: () => goTo({ name: "account", part }),
    })),
    ...(way.mode === "proxy"
      ? []
      : [{ label: t.account.signOut, icon: "door" as const, run: () => void leave(false) }]),
  ];
  return (
    <Menu label={t.account.menu(user.name)} items={items} className="icon-button mt-1 !rounded-full">
      <Initial name={user.name} />
    </Menu>
  );
}

function Initial({ name }: { name: string }) {
  const [first = "?"] = name;
  return (
    <span
      aria-hidden="true"
      className="grid size-8 place-items-center rounded-full bg-lamp-soft font-semibold text-lamp-strong text-sm"
    >
      {first.toLocaleUpperCase()}
    </span>
  );
}
