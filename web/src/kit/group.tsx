import type { ReactNode } from "react";

/** Settings and the like that belong together, under a heading. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="mb-2 font-semibold text-lg">{title}</h2>
      <div className="divide-y divide-line rounded-2xl border border-line bg-surface px-5">{children}</div>
    </section>
  );
}
