import { type FormEvent, useEffect, useRef, useState } from "react";

/** A form that is being sent, or was refused. */
export interface Submission {
  isBusy: boolean;
  failure: string | null;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** Sends a form once at a time, and says why it was refused. */
export function useSubmission(run: () => Promise<void>, sayWhy: (error: unknown) => string): Submission {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const submit = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
    } catch (error) {
      if (isMounted.current) setFailure(sayWhy(error));
    } finally {
      if (isMounted.current) setBusy(false);
    }
  };
  return {
    isBusy,
    failure,
    onSubmit(event) {
      event.preventDefault();
      if (!isBusy) void submit();
    },
  };
}
