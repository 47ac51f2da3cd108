// The words that state a level of education, in English, German, French, Spanish and Romanian, and some in Italian,
// Portuguese and Polish. Written as `foldPhrase` returns them: lower case, without accents, dots and apostrophes; `*`
// stands for any letters.

/** Words that state a level in any text. */
export const degreeWords = {
  doctorate: [
    'phd|ph d|dphil|doctorate|doctoral degree|doctoral studies|doctorat|doktorat|doktortitel|promoviert*',
    'abgeschlossene promotion|promotion in|promotion im|promotion|doctorado|dottorato|doutoramento|bac+8',
    'bac +8|bac + 8',
  ],
  master: [
    'master 2|m2|ms in|ma in|msc/phd|second cycle degree|masters-level',
    'master|masters|mastere|master*abschluss|masterstudium|masterat|studii de master|studii masterale|msc',
    'm sc|ms degree|mba|meng|magister|magisterabschluss|diplom|diplom-*|diplomabschluss|diplomstudium',
    'diplomingenieur*|diplominformatiker*|diplomkauf*|dipl-*|dipl ing|universitatsdiplom|maestria',
    'laurea magistrale|mestrado|staatsexamen|bac+5|bac +5|bac + 5|bac+6|bac +6|bac+4/5|bac +4/5|bac+4/+5',
    'ecole dingenieur*|ecoles dingenieur*|diplome dingenieur*|ingenieur diplome|ingenieur(e) diplome(e)',
    'ecole de commerce|ecoles de commerce|dscg|dea|dess|deug master',
  ],
  bachelor: [
    'bachelier en|bacheliere en|baccalaureat en|baccalaureat specialise|licenciatura*|ingenieria civil|ingenieria industrial',
    'ingenieria en|ingenieria electromecanica|ingenieria mecanica|ingenieria quimica|pgce|pgde|bachelor-abschluss',
    'bs in|ba in|ba/bs|bs/ba|bs/ms|bsc/msc|ba (hons)|bsc (hons)|first degree|but en|dut ou but|dut/but|bts/but',
    'bachelor|bachelors|bachelor*abschluss|bachelorstudium|bsc|b sc|bs degree|ba degree|beng|btech|burlac',
    'bachelier en|diplome de bachelier|bachelier|dcg|diplome de comptabilite et de gestion|diplome detat dinfirmier*|dei|licence en|licence de|licence pro|licence professionnelle',
    'licence universitaire|niveau licence|une licence|licence ou|licence/master|licenta|licentiat*|licenciat*',
    'licenciad*|diploma de licenta|studii de licenta|laurea|inzynier|grado en|grado universitario|graduado en',
    'graduada en|graduado/a en|diplomatura|diplomado en|diplomado/a en|ingenieria tecnica',
    'undergraduate degree|honours degree|bac+3|bac +3|bac + 3|bac+4|bac +4|bac + 4|fachhochschulabschluss',
  ],
  associate:
    'hf|diplom hf|dipl * hf|hohere fachschule|fachausweis|tecnolog* en|tecnolog* industrial|tecnologo|tecnologa|tecnico superior universitario|tecnicatura*|dec en|dec in|diplome detudes collegiales|advanced diploma|college diploma|studii medii de specialitate|studii profesionale tehnice postsecundare|associate degree|associates degree|associate of|fachwirt*|*fachwirt*|betriebswirt (ihk)|industriemeister*|meisterprufung|meisterschule|handwerksmeister*|staatlich gepruft* techniker*|deust|foundation degree|higher national diploma|higher national certificate|hnd|hnc|bts|dut|deust|bac+2|bac +2|bac + 2|bts/dut',
  vocational: [
    'tecnico, tecnologo*|tecnico o tecnologo*|tecnico y/o tecnologo*|tecnico / tecnologo*|tecnico/tecnologo*|red seal|journeyperson certificate|journeyman certificate|certificat federal de capacite|diplome detudes professionnelles',
    'lehrabschlussprufung|berufsfachschule|umschulung zum|umschulung zur|gesellin|geselle|bachillerato tecnico',
    'level 2 diploma|level 3 diploma|level 2 certificate|diploma in|trade qualified|time-served|city & guilds|berufsabschluss|kaufmannsgehilfenbrief|gesellenprufung|certificat daptitude professionnelle|bac professionnel|brevet professionnel|certificado de profesionalidad|certificado de calificare|certificat de calificare|diploma de calificare|curs de calificare',
    'deas|cqp|titre pro|time served|level 3 award|level 3 nvq|level 2 nvq|gesellenprufung|abschlussprufung ihk|curs de calificare|calificare profesionala|certificat de competente|technicien superieur|vocational|apprenticeship|diplome detat|completed apprenticeship|ausbildung|berufsausbildung',
    'fachausbildung|*ausbildung|ausbildungsberuf|lehrabschluss*|abgeschlossene lehre|berufslehre',
    'gesellenbrief|facharbeiterbrief|facharbeiter*|meisterbrief|eidgenossisches fahigkeitszeugnis|efz|cap|bep',
    'cap/bep|bac pro|baccalaureat professionnel|titre professionnel|formation professionnelle',
    'formacion profesional|fp|fp ii|fp1|fp2|fp i|ciclo formativo|ciclos formativos|cfgm|cfgs|grado medio',
    'grado superior|tecnico superior|tecnico medio|scoala profesionala|scoli profesionale|studii profesionale',
    'scoala postliceala|studii postliceale|postliceala|scoala de meserii|scoala tehnica',
    'invatamant profesional|nvq*|svq*|city & guilds|city and guilds|trade qualification|trade certificate',
  ],
  secondary: [
    'secundario completo|secundaria completa|ensenanza media|fachoberschulreife|fachoberschule|realschule|hauptschule|gesamtschule',
    'high school|secondary school|secondary education|school leaving certificate|abitur|fachabitur|matura',
    'fachhochschulreife|hochschulreife|mittlere reife|realschulabschluss|hauptschulabschluss|schulabschluss',
    'baccalaureat|bacalaureat|diploma de bacalaureat|bac|niveau bac|bachillerato|bachiller|graduado escolar',
    'graduado en eso|educacion secundaria|eso|gcse|gcses|a-level|a-levels|leaving certificate|ged',
    'studii medii|studii liceale|liceu',
  ],
}

/** Words for a degree of no stated level, which is a bachelor's degree if no other word states one. */
export const anyDegreeWords = [
  'university degree|university studies|university education|college degree|academic degree',
  'university graduate|degree|degree-qualified|studium|*studium|hochschulabschluss|universitatsabschluss',
  'studienabschluss|akademische* abschluss|akademische* ausbildung|hochschulstudium|fh-abschluss|diplome',
  'diplome universitaire|diplome superieur|etudes superieures|enseignement superieur|formation superieure',
  'ecole superieure|titulo universitario|titulo superior|titulacion|titulacion universitaria',
  'titulacion superior|titulado universitario|titulado/a|estudios universitarios|estudios superiores',
  'formacion universitaria|formacion superior|carrera universitaria|universitarios|studii superioare',
  'studii universitare|studii tehnice superioare|studii economice superioare|studii|facultate|facultati',
  'facultatea|absolvent* de facultate|diploma universitara',
]

/** Words that state a level only where a person's education is listed; elsewhere most of them mean something else. */
export const sectionDegreeWords = {
  doctorate: 'doctor|doktor|dr phil|dr med|dr rer nat|dr-ing|dr ing|dr iur|dr jur|dr rer pol',
  master: 'ms in|ma in',
  bachelor:
    'ingenier*|diplomad* en|bs in|ba|licence|lic en|lic|contador publico|contadora publica|ingenieria|arquitectura|bachelier|bacheliere|lehramt*',
  associate: 'associate|associates|asociat|tsu',
  vocational:
    'apprentice*|berufsschule|bootcamp|certificat|certificate|profesional*|lehre|*lehre|cfc|eba|ihk|hwk|fachschule|fachakademie|fachwirt*|handelsschule|calificare*|meseria|grup scolar*|btec*|dep',
  secondary: 'secondary|lyc*|liceul|gymnasium|colegiul|colegiu|scoala medie|oberschule|mittelschule|hak',
}

/** Phrases that contain one of the words above and say nothing about education. */
export const notDegreeWords = [
  'promotion sociale|scrum master|teaching a-level*|teach a-level*|a-level students|sales promotion*|health promotion',
  'promotion interne|promotion von|promotion of|chance of promotion|master data|master-data|masterdata',
  'stammdaten|web master|post master|driving licence|licence class*|class 5 licence|insurance licence|licence situation|driver licence|ms office|ms word|ms excel|ms project|drivers licence|driving license|licence cariste',
  'licences|high school students|degree of|high degree|certain degree|360 degree|360-degree|master class',
  'masterclass|puppet master|meister der|fur die ausbildung|ausbildung von|ausbildung der',
  'ausbildung zum ausbilder|berufsausbildung der|auszubildende*|grado de|mayor grado|alto grado',
]
