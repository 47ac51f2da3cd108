/**
 * Ordinary words that look like an inflected form of a name: "policies" of policía, "host" of hostess. They name a concept
 * only if a list contains them.
 */
export const ordinaryWords = `
back mecanice policies post posts posta administrative administrativ administrativi administrativa custom loan devise devises
place places placa costuri costurilor costul costurile construct motivate motivates host hosts vigilant marine marina
carter cultiva functionarii functionare functionarea asigurare asigurarea asigurarii initiatives initiativelor
tractor drivers contabile consilier consiliera consilierele consilieri consilierii consilierul electromecanice urgent urgente
dependientes dependents urgenta actorii actori actors bucatarii livrare livrarea livrarii interpret interprets sanitare electronice electronic
posten montag montags
`

/** Ordinary words that imported taxonomies list as names of one word. As such they name no concept. */
export const ordinaryNames = `
computer engineering equipment security lead server technician administrator superior prior language troubleshoot analyze
designer operator director intelligence hand standard scale report history model current tier officer access mechanisms
blueprints patterns recovery guide term representative installer space balance source crafting clean terminology
technologist migration chief player logging logic tender maker setter principal craft counter route detect transport
drier press layer iron attendant planner merchandise measurement collections agent interview intern handler ethics
medium consultation light financials energy schematics measuring justice investigator cooperate aide switches political
inspector examiner advisor syntax grammar form finisher collector advocate vendor retrieval owner orderly highlighting
grip diet board strategist scratch scheduler responder resident reduce prediction less holder host page survey messenger
mailer lookout literature frames formulas former finances educator breaking adjuster valves trailer silver shooting
outlines negotiate maestro lecture hearing forth finer extra explosives evangelist draw decide curiosity curate choose
checker canvas starter transformer taker viruses sounds smoother scheme sampling resistance pumps projector pointer paint
mould moral mixers innovate implementer hair google experiment delight debate counsel controllers confidence carrier
cameras brands applicator adhesives wild tie tamper striker sorter shaper sensors scout sand rounder roller rights
register reader processor president poster piper performer organizer observer novice noises monk mate manipulator magic
keeper harvest harnesses hack generators fuel feeder escort entertainer energies drone dismantling dies delegate
decompression dealer copying cooling conveyance conduction charter ceilings argument apprentice antiquity alarms accompany
absorb analyst specialist manager assistant associate consultant coordinator worker staff team work office service services
management development design training support project product quality sales business system systems data process
communication english german french spanish romanian experience customer technology operations planning research
`
