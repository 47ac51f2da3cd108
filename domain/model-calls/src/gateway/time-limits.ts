/** For a question that names no limit of its own. */
export const askTimeLimitMs = 90_000

/** The longest: several questions to the model, one after the other. */
export const parseTimeLimitMs = 240_000
