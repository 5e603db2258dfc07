import { useState } from "react";
import type { Account, Invitation } from "../../../src/domain/account.ts";
import { endInvitation, invite, listUsers, removeUser } from "../api/users.ts";
import { Group } from "../kit/group.tsx";
import { Icon } from "../kit/icon.tsx";
import { formatDate } from "../text/format.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import { Refusal } from "./fields.tsx";
import { Entry, ListView, Once } from "./list-view.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { sayRefusal } from "./say-refusal.ts";
import { tryTo, useList } from "./use-list.ts";
import { useSubmission } from "./use-submission.ts";

/** Whom the owner lets in. */
export function Users({ me }: { me: string }) {
  const t = useText();
  const { listed, reload } = useList(listUsers);
  const [removing, setRemoving] = useState<Account | null>(null);
  const end = async ({ invitationId }: Invitation) => {
    if (await tryTo(() => endInvitation(invitationId), t.account.invitationEnded)) reload();
  };
  const remove = async ({ userId, name }: Account) => {
    setRemoving(null);
    if (await tryTo(() => removeUser(userId), t.account.removed(name))) reload();
  };
  return (
    <>
      <Group title={t.account.parts.users}>
        <p className="py-4 text-ink-soft text-sm">{t.account.usersText}</p>
        <Invite onInvited={reload} />
        <ListView listed={listed} onRetry={reload}>
          {({ users }) => (
            <ul className="divide-y divide-line">
              {users.map((user) => (
                <User
                  key={user.userId}
                  user={user}
                  isMe={user.userId === me}
                  onRemove={() => setRemoving(user)}
                />
              ))}
            </ul>
          )}
        </ListView>
      </Group>
      {listed.state === "ready" && listed.items.invitations.length > 0 && (
        <Group title={t.account.openInvitations}>
          <ul className="divide-y divide-line">
            {listed.items.invitations.map((invitation) => (
              <OpenInvitation
                key={invitation.invitationId}
                invitation={invitation}
                onEnd={() => void end(invitation)}
              />
            ))}
          </ul>
        </Group>
      )}
      {removing !== null && (
        <RemoveDialog
          name={removing.name}
          onRemove={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

function Invite({ onInvited }: { onInvited(): void }) {
  const t = useText();
  const [link, setLink] = useState<string | null>(null);
  const { isBusy, failure, onSubmit } = useSubmission(
    async () => {
      setLink(await invite());
      onInvited();
    },
    (error) => sayRefusal(error, t),
  );
  if (link !== null)
    return (
      <div>
        <Once
          title={t.account.invitationLink}
          text={t.account.invitationOnce}
          secret={link}
          copyLabel={t.account.copyLink}
          onDone={() => setLink(null)}
        />
      </div>
    );
  return (
    <form className="space-y-3 py-4" onSubmit={onSubmit}>
      <button type="submit" className="button is-primary" disabled={isBusy}>
        <Icon name="plus" /> {t.account.invite}
      </button>
      <Refusal text={failure} />
    </form>
  );
}

function User({ user, isMe, onRemove }: { user: Account; isMe: boolean; onRemove(): void }) {
  const t = useText();
  const language = useLanguage();
  const { name, isOwner, createdAt } = user;
  return (
    <Entry
      title={
        <>
          <span className="min-w-0 break-words">{name}</span>
          {isMe && <span className="tag !bg-lamp-soft !text-lamp-strong">{t.account.you}</span>}
        </>
      }
      facts={t.account.joinedAt(formatDate(createdAt, language, new Date()))}
    >
      {!isMe && !isOwner && (
        <button
          type="button"
          className="button is-danger text-sm"
          aria-label={t.account.removeUser(name)}
          onClick={onRemove}
        >
          {t.account.remove}
        </button>
      )}
    </Entry>
  );
}

function OpenInvitation({ invitation, onEnd }: { invitation: Invitation; onEnd(): void }) {
  const t = useText();
  const language = useLanguage();
  const now = new Date();
  const madeAt = formatDate(invitation.createdAt, language, now);
  return (
    <Entry
      title={t.account.invitedAt(madeAt)}
      facts={t.account.invitationEnds(formatDate(invitation.expiresAt, language, now))}
    >
      <button
        type="button"
        className="button is-danger text-sm"
        aria-label={t.account.endInvitation(madeAt)}
        onClick={onEnd}
      >
        {t.account.takeBack}
      </button>
    </Entry>
  );
}
