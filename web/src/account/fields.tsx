import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { IconButton } from "../kit/icon-button.tsx";
import { useText } from "../text/use-text.ts";

/** As the service measures: `MIN_PASSWORD_LENGTH` and `MAX_PASSWORD_LENGTH` of its domain. */
const PASSWORD = { least: 10, most: 200 };

interface FieldProps extends Omit<ComponentProps<"input">, "id" | "className" | "onChange" | "value"> {
  label: string;
  value: string;
  onValue(value: string): void;
  hint?: string;
  /** What stands beside the field. */
  children?: ReactNode;
}

/** A field with its label above it. */
export function Field({ label, value, onValue, hint, children, ...others }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label className="mb-1 block font-medium text-sm" htmlFor={id}>
        {label}
      </label>
      <div className="flex items-center gap-1">
        <input
          id={id}
          className="field"
          value={value}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onValue(event.currentTarget.value)}
          {...others}
        />
        {children}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-faint text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A name to sign in with. */
export function NameField(props: Omit<FieldProps, "label">) {
  const t = useText();
  return (
    <Field
      label={t.account.name}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      required
      {...props}
    />
  );
}

interface PasswordFieldProps extends Omit<FieldProps, "label" | "hint" | "children"> {
  label?: string;
  /** A new one has to be long enough, and the browser may offer one. */
  isNew: boolean;
}

/** A password, which can be looked at. */
export function PasswordField({ label, isNew, ...others }: PasswordFieldProps) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  return (
    <Field
      label={label ?? t.account.password}
      name={isNew ? "new-password" : "password"}
      type={isShown ? "text" : "password"}
      autoComplete={isNew ? "new-password" : "current-password"}
      autoCapitalize="none"
      spellCheck={false}
      required
      {...(isNew
        ? {
            minLength: PASSWORD.least,
            maxLength: PASSWORD.most,
            hint: t.account.passwordHint(PASSWORD.least),
          }
        : {})}
      {...others}
    >
      <IconButton
        icon={isShown ? "hidden" : "eye"}
        label={isShown ? t.account.hidePassword : t.account.showPassword}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      />
    </Field>
  );
}

/** Why a form was refused. The region is there before the words, so that they are read out. */
export function Refusal({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text !== null && <p className="rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm">{text}</p>}
    </div>
  );
}
