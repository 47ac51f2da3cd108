const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 12 s, 5 min, 3 h 20 min, 2 d 4 h */
export function formatSpan(ms: number): string {
  if (ms < minuteMs) return `${Math.round(ms / 1_000)} s`
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h ${Math.floor((ms % hourMs) / minuteMs)} min`
  return `${Math.floor(ms / dayMs)} d ${Math.floor((ms % dayMs) / hourMs)} h`
}
