/** What TypeScript is told of `kintsugi/shed`; the build lays it beside the code. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ShedSettings {
  /** Paths that are always answered; by default `/health`, `/healthz` and `/ready`. */
  readonly exempt: readonly string[];
  /** Memory that is to stay free, for repairs; by default 200. */
  readonly headroomMb: number;
  /** Value of the header `x-kintsugi-bypass` that is let through; by default none is. */
  readonly bypass: string | null;
}

type Wrapped<T> = T | { readonly raw: T };

/** `app.use(shed())` in Express and Connect, `app.addHook('onRequest', shed())` in Fastify. */
export declare function shed(
  options?: Partial<ShedSettings>,
): (request: Wrapped<IncomingMessage>, response: Wrapped<ServerResponse>, next: () => void) => void;
