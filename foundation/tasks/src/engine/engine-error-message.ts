/** The message of every error that the engine reports. On-call engineers and the proofs search the log for it. */
export const engineErrorMessage = 'task engine error'
