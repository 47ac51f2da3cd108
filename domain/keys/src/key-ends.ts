// How one process tells the others that a key has ended. Messages may be lost: nobody may depend on them, and a
// gateway finds out by itself a few seconds later.

/** After the end is committed. False if the message could not be sent; never rejects. */
export type AnnounceKeyEnd = (keyId: string) => Promise<boolean>

/** Listens until it is closed, whatever becomes of the connection meanwhile. */
export type SubscribeToKeyEnds = (onEnd: (keyId: string) => void) => { close(): void }
