// Messages between processes: a key has ended, or a company was suspended or resumed. Messages may be lost, so gateways
// do not depend on them: they also read keys again every few seconds.

/** Called after the end is committed. Resolves to false if the message could not be sent; never rejects. */
export type AnnounceKeyEnd = (keyId: string) => Promise<boolean>

/**
 * Called after the change is committed. The message contains only the company's id; its state is read from the
 * database.
 */
export type AnnounceCompanyChange = (companyId: string) => Promise<boolean>

/** Listens until closed, across reconnections. */
export type SubscribeToKeyEnds = (
  onEnd: (keyId: string) => void,
  onCompanyChange: (companyId: string) => void,
) => { close(): void }
