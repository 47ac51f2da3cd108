/** Also the limit on connecting. */
export const commandTimeoutMs = 250
// Longer than a stall of our own event loop: after a stall, timers run before the data that the socket has already
// received is read, and a healthy connection must not be destroyed for that.
const silenceMsMax = 1_000
const reconnectDelayMsMax = 400

/**
 * A process that loads its code stalls for longer than a command may take, so its first attempts to connect can time
 * out although Redis is up. They are repeated silently for this time.
 */
export const startMs = 3_000

export const waitToReconnect = (attempt: number) => Math.min(reconnectDelayMsMax, 25 * 2 ** attempt)

export const connectionOptions = {
  commandTimeout: commandTimeoutMs,
  // A silent socket is dead even if TCP does not report it; only a new connection can recover.
  socketTimeout: silenceMsMax,
  connectTimeout: commandTimeoutMs,
  // A command is sent at most once: after a timeout it is unknown whether it ran.
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
}
