// Words that occur in dates, in the languages of Europe and a few more. Folded: without case, accents and dots.

/** Words in place of the end date of a range that has not ended. */
export const presentWords = [
  'present|presently|current|currently|now|today|ongoing|to date|till date|until now|date',
  'heute|aktuell|laufend|jetzt|gegenwartig|dato|andauernd',
  'present|aujourdhui|actuel|actuellement|en cours|ce jour|maintenant',
  'actualidad|la actualidad|presente|actual|actualmente|hoy|la fecha',
  'oggi|attuale|attualmente|in corso|ad oggi',
  'atual|atualmente|hoje|ate o momento|o momento|momento',
  'heden|nu|huidig',
  'obecnie|teraz|nadal|dzis|do teraz',
  'prezent|in prezent|astazi|acum',
  'soucasnost|soucasnosti|dosud|dnes|nyni|doteraz|sucasnost|sucasnosti',
  'jelenleg|jelen|napjainkig|ma|mai napig',
  'nuvarande|pagaende|i dag|idag|nuvaerende|na|navaerende|nykyinen|nyt|edelleen',
  'σημερα|παρον|μεχρι σημερα|настояще|сега|момента|настоящее время|по настоящее время|настоящий момент|нв',
  'теперішній час|дотепер|тепер|sada|danas|trenutno|danes|sedaj|praegu|tanaseni|paslaik|tagad|dabar|iki dabar',
  'halen|devam ediyor|gunumuz|至今|现在|現在',
].flatMap((words) => words.split('|'))

/** Words between the two dates of a range, in addition to dashes. */
export const untilWords = [
  'to|until|till|through|thru|upto|up to|bis|bis zum|au|a|al|hasta|ate|tot|do|pana la|pana in|pana|az|ig|til|till',
  'fino a|fino al|jusqua|jusquen|εως|μεχρι|до|по|iki|kuni|lidz',
].flatMap((words) => words.split('|'))

/** Words before the start date of an open-ended range: "since 2019". */
export const sinceWords =
  'since|from|seit|ab|depuis|desde|dal|dallanno|sinds|vanaf|od|din|sedan|siden|fra|от|с|від|από|nuo|alates|kops'.split(
    '|',
  )

/** Words before a date that do not change it. */
export const aboutWords =
  'expected|exp|anticipated|estimated|est|graduated|graduation|grad|approx|circa|ca|um|voraussichtlich|prevu|previsto|class of'.split(
    '|',
  )

export const seasonWords =
  'spring|summer|fall|autumn|winter|fruhjahr|fruhling|sommer|herbst|printemps|ete|automne|hiver|primavera|verano|otono|invierno|estate|autunno|inverno'.split(
    '|',
  )
