import { useEffect, useRef } from "react";

interface RenameFieldProps {
  name: string;
  label: string;
  onDone(newName: string | null): void;
}

/** A name being changed in its place: Enter or leaving keeps it, Escape does not. */
export function RenameField({ name, label, onDone }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus();
    const dot = name.lastIndexOf(".");
    field.current?.setSelectionRange(0, dot > 0 ? dot : name.length);
  }, [name]);
  const finish = (isKept: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const newName = field.current?.value.trim() ?? "";
    onDone(isKept && newName !== "" && newName !== name ? newName : null);
  };
  return (
    <input
      ref={field}
      className="field !min-h-8 !py-0.5 min-w-0"
      aria-label={label}
      defaultValue={name}
      maxLength={255}
      onBlur={() => finish(true)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish(true);
        if (event.key === "Escape") finish(false);
      }}
    />
  );
}
