import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";

interface IconButtonProps extends Omit<ComponentProps<"button">, "type" | "className" | "children"> {
  icon: ComponentProps<typeof Icon>["name"];
  /** What it does: said aloud, and shown to whoever points at it. */
  label: string;
}

/** A button that shows nothing but an icon. */
export function IconButton({ icon, label, ...others }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} {...others}>
      <Icon name={icon} />
    </button>
  );
}
