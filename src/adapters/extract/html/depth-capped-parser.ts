import { Parser } from "htmlparser2";

const MAX_DEPTH = 400;

/**
 * A parser whose stack stays small: elements nested deeper than any page does are taken as empty ones, so that
 * their text is kept and ten thousand open tags cost no more than ten thousand closed ones.
 */
export class DepthCappedParser extends Parser {
  private depth = 0;
  private isTooDeep = false;

  override onopentagname(start: number, endIndex: number): void {
    this.isTooDeep = this.depth >= MAX_DEPTH;
    super.onopentagname(start, endIndex);
  }

  override onopentagend(endIndex: number): void {
    super.onopentagend(endIndex);
    this.isTooDeep = false;
  }

  override onselfclosingtag(endIndex: number): void {
    super.onselfclosingtag(endIndex);
    this.isTooDeep = false;
  }

  /** To be told how many elements are open. */
  setDepth(depth: number): void {
    this.depth = depth;
  }

  protected override isVoidElement(name: string): boolean {
    return (this.isTooDeep && name !== "") || super.isVoidElement(name);
  }
}
