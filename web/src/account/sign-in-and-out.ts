import { signOut } from "../api/account.ts";
import { signOutOfAppwrite } from "../api/appwrite.ts";
import { ServiceError, sayFailure } from "../api/request.ts";
import { showToast } from "../kit/toast-store.ts";
import { account, leavePage, sayFarewell } from "../state/account.ts";
import { goTo } from "../state/location.ts";
import { tellTabs } from "../state/tab-channel.ts";
import { currentText } from "../text/use-text.ts";
import { askAnew } from "./watch-account.ts";

/** Goes on after the service has signed this browser in, and lets the other tabs go on too. */
export async function enter(): Promise<void> {
  tellTabs({ about: "account", userId: await askAnew() });
  if (location.pathname === "/join") goTo({ name: "chat", sessionId: null }, { replace: true });
}

/** Signs out here or everywhere, and takes everything of the user off every tab of this browser. */
export async function leave(everywhere: boolean): Promise<void> {
  // Whoever warns before the page is closed would lose the same by this.
  const isHarmless = window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  if (!isHarmless && !window.confirm(currentText().account.leaveAnyway)) return;
  const current = account.get();
  const project = current.state === "in" ? current.way.appwrite : null;
  try {
    await sayFarewell();
    if (project !== null) await signOutOfAppwrite(project);
    await signOut(everywhere);
  } catch (error) {
    // Who is out already wanted nothing else.
    if (!(error instanceof ServiceError && error.status === 401)) {
      showToast({
        kind: "failure",
        message: currentText().account.signOutFailed,
        details: sayFailure(error),
      });
      return;
    }
  }
  tellTabs({ about: "account", userId: null });
  leavePage();
}
