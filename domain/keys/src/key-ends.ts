// How one process notifies the others that a key has ended, or that a company was suspended or resumed. Messages may be lost,
// so gateways do not depend on them: they also read keys again every few seconds.

/** After the end is committed. False if the message could not be sent; never rejects. */
export type AnnounceKeyEnd = (keyId: string) => Promise<boolean>

/** After the change is committed. The message names the company only; its state is read from the database. */
export type AnnounceCompanyChange = (companyId: string) => Promise<boolean>

/** Listens until it is closed, whatever becomes of the connection meanwhile. */
export type SubscribeToKeyEnds = (
  onEnd: (keyId: string) => void,
  onCompanyChange: (companyId: string) => void,
) => { close(): void }
