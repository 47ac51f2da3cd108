// Regions by country: states, provinces, counties and the like, which stand after a town in an address. Entries are
// separated by commas and spaces, the names of a region by `=`; an abbreviation is written as people write it.
export const regionNames: Readonly<Record<string, string>> = {
  US: `
    Alabama=AL, Alaska=AK, Arizona=AZ, Arkansas=AR, California=CA=Calif., Colorado=CO, Connecticut=CT, Delaware=DE,
    Florida=FL, Georgia=GA, Hawaii=HI, Idaho=ID, Illinois=IL, Indiana=IN, Iowa=IA, Kansas=KS, Kentucky=KY,
    Louisiana=LA, Maine=ME, Maryland=MD, Massachusetts=MA=Mass., Michigan=MI, Minnesota=MN, Mississippi=MS,
    Missouri=MO, Montana=MT, Nebraska=NE, Nevada=NV, New Hampshire=NH, New Jersey=NJ, New Mexico=NM, New York State=NY,
    North Carolina=NC, North Dakota=ND, Ohio=OH, Oklahoma=OK, Oregon=OR, Pennsylvania=PA, Rhode Island=RI,
    South Carolina=SC, South Dakota=SD, Tennessee=TN, Texas=TX, Utah=UT, Vermont=VT, Virginia=VA, Washington State=WA,
    West Virginia=WV, Wisconsin=WI, Wyoming=WY, District of Columbia=DC=D.C., Puerto Rico=PR`,
  CA: `
    Alberta=AB, British Columbia=BC=B.C.=Colombie-Britannique, Manitoba=MB, New Brunswick=NB=Nouveau-Brunswick,
    Newfoundland and Labrador=NL=Newfoundland, Nova Scotia=NS=Nouvelle-Écosse, Ontario=ON=Ont.,
    Prince Edward Island=PEI=PE, Quebec=QC=Qué., Saskatchewan=SK=Sask., Yukon=YT, Nunavut=NU,
    Northwest Territories=NT`,
  AU: `
    New South Wales=NSW, Victoria=VIC=Vic, Queensland=QLD=Qld, South Australia=SA, Western Australia=WA,
    Tasmania=TAS=Tas, Australian Capital Territory=ACT, Northern Territory=NT`,
  NZ: `
    Otago, Central Otago, Canterbury, Waikato, Bay of Plenty, Hawke’s Bay, Southland, Taranaki, Northland,
    Marlborough, Manawatū, Gisborne, Tasman, West Coast, South Island, North Island`,
  GB: `
    Kent, Essex, Surrey, Sussex=West Sussex=East Sussex, Hampshire=Hants, Devon, Cornwall, Dorset, Somerset,
    Wiltshire=Wilts, Gloucestershire=Glos, Oxfordshire=Oxon, Berkshire=Berks, Buckinghamshire=Bucks,
    Hertfordshire=Herts, Bedfordshire=Beds, Cambridgeshire=Cambs, Norfolk, Suffolk, Lincolnshire=Lincs,
    Nottinghamshire=Notts, Derbyshire, Leicestershire=Leics, Northamptonshire=Northants, Warwickshire, Worcestershire,
    Herefordshire, Shropshire, Staffordshire=Staffs, Cheshire, Merseyside, Lancashire=Lancs, Greater Manchester,
    West Yorkshire, South Yorkshire, North Yorkshire, East Yorkshire, Yorkshire, Cumbria, Northumberland,
    Tyne and Wear, County Durham, West Midlands, East Midlands, Greater London, Fife, Lothian, Northern Ireland,
    County Antrim=Co. Antrim, County Down=Co. Down, Gwynedd, Powys, Gwent, Glamorgan, Isle of Wight`,
  IE: `
    County Dublin=Co. Dublin, County Cork=Co. Cork, County Galway=Co. Galway, County Kildare=Co. Kildare,
    County Meath=Co. Meath, County Wicklow=Co. Wicklow, County Limerick=Co. Limerick, County Kerry=Co. Kerry,
    County Mayo=Co. Mayo, County Donegal=Co. Donegal, County Louth=Co. Louth, County Clare=Co. Clare,
    County Tipperary=Co. Tipperary, County Wexford=Co. Wexford, County Waterford=Co. Waterford, Leinster, Munster,
    Connacht`,
  DE: `
    Bayern=Bavaria=Bavière=Baviera, Baden-Württemberg=BW, Hessen=Hesse, Nordrhein-Westfalen=NRW, Niedersachsen,
    Sachsen=Saxony, Sachsen-Anhalt, Thüringen, Brandenburg, Mecklenburg-Vorpommern, Schleswig-Holstein, Saarland,
    Rheinland-Pfalz, Allgäu, Franken, Ruhrgebiet, Oberbayern, Niederbayern, Oberpfalz, Schwaben, Münsterland`,
  AT: `
    Niederösterreich=NÖ, Oberösterreich=OÖ, Steiermark=Stmk., Kärnten=Ktn., Tirol=Tyrol, Vorarlberg=Vbg., Burgenland,
    Pinzgau, Pongau, Salzkammergut, Land Salzburg, Innviertel, Mostviertel, Waldviertel`,
  CH: `
    Vaud=VD=Waadt, Valais=VS=Wallis, Aargau=AG=Argovie, Thurgau=TG, Ticino=TI=Tessin, Graubünden=GR=Grisons, Jura=JU,
    Zürich ZH=ZH, Bern BE=BE, Genève GE=GE, Fribourg FR=FR, Neuchâtel NE=NE, Luzern LU=LU, Basel-Landschaft=BL,
    Basel-Stadt=BS, Solothurn SO=SO, Schwyz=SZ, Zug ZG=ZG, Nidwalden=NW, Obwalden=OW, Uri=UR, Glarus=GL, Suisse romande,
    Riviera vaudoise`,
  FR: `
    Île-de-France=IDF, Bretagne=Brittany, Normandie=Normandy, Hauts-de-France, Grand Est, Alsace, Lorraine,
    Bourgogne-Franche-Comté=Bourgogne, Auvergne-Rhône-Alpes, Nouvelle-Aquitaine, Occitanie,
    Provence-Alpes-Côte d’Azur=PACA, Pays de la Loire, Centre-Val de Loire, Corse=Haute-Corse=Corse-du-Sud,
    Loire-Atlantique, Ille-et-Vilaine, Finistère, Morbihan, Côtes-d’Armor, Maine-et-Loire, Vendée, Sarthe, Mayenne,
    Gironde, Landes, Dordogne, Charente-Maritime, Charente, Haute-Garonne, Hérault, Gard, Aude, Tarn, Aveyron, Lot,
    Pyrénées-Atlantiques, Pyrénées-Orientales, Bouches-du-Rhône, Var, Alpes-Maritimes, Vaucluse, Isère, Savoie,
    Haute-Savoie, Drôme, Ardèche, Puy-de-Dôme, Haute-Vienne, Bas-Rhin, Haut-Rhin, Moselle, Meurthe-et-Moselle, Vosges,
    Doubs, Côte-d’Or, Saône-et-Loire, Yonne, Loiret, Indre-et-Loire, Loir-et-Cher, Eure-et-Loir, Calvados, Manche,
    Seine-Maritime, Eure, Somme, Oise, Pas-de-Calais, Nord, Aisne, Marne, Seine-et-Marne, Yvelines, Essonne,
    Hauts-de-Seine, Seine-Saint-Denis, Val-de-Marne, Val-d’Oise, La Réunion=Réunion, Martinique, Guadeloupe, Guyane,
    Mayotte`,
  BE: `
    Wallonie=Wallonia, Flandre=Vlaanderen=Flanders=Flandern, Hainaut=Hennegau, Brabant wallon, Brabant flamand,
    Vlaams-Brabant, Limburg, Luxembourg belge, Oost-Vlaanderen, West-Vlaanderen`,
  ES: `
    Comunidad de Madrid, Cataluña=Catalunya=Catalonia, Andalucía=Andalusia, Comunidad Valenciana, Galicia, Aragón,
    País Vasco=Euskadi, Castilla y León, Castilla-La Mancha, Extremadura, Asturias, Cantabria, Navarra, La Rioja,
    Islas Baleares=Baleares, Islas Canarias=Canarias, Vizcaya=Bizkaia, Guipúzcoa=Gipuzkoa, Álava, Tenerife, Mallorca,
    Gran Canaria, La Sagra`,
  MX: `
    Quintana Roo=Q. Roo=QROO, Estado de México=Edo. de México=Edo. Méx.=Edomex, Jalisco=Jal., Nuevo León=N.L.,
    Puebla Estado=Pue., Yucatán=Yuc., Veracruz Estado=Ver., Guanajuato=Gto., Querétaro Estado=Qro., Michoacán=Mich.,
    Chihuahua Estado=Chih., Coahuila=Coah., Sonora=Son., Sinaloa=Sin., Baja California=B.C., Baja California Sur=B.C.S.,
    Tamaulipas=Tamps., San Luis Potosí Estado=S.L.P., Hidalgo=Hgo., Morelos=Mor., Oaxaca Estado=Oax., Chiapas=Chis.,
    Tabasco=Tab., Campeche Estado=Camp., Guerrero=Gro., Tlaxcala Estado=Tlax., Nayarit=Nay., Zacatecas Estado=Zac.,
    Aguascalientes Estado=Ags., Riviera Maya`,
  AR: `
    Provincia de Buenos Aires=Bs. As.=Bs As=Gran Buenos Aires=GBA, Santa Fe Provincia, Entre Ríos, Misiones, Chaco,
    Tucumán, Neuquén Provincia, Río Negro, Chubut, Santa Cruz Provincia, Tierra del Fuego, La Pampa, Catamarca, Jujuy`,
  CO: `Antioquia, Cundinamarca, Valle del Cauca, Atlántico, Bolívar, Santander Departamento, Risaralda, Caldas, Quindío`,
  RO: `
    Alba, Argeș, Bihor, Bistrița-Năsăud, Caraș-Severin, Covasna, Dâmbovița, Dolj, Gorj, Harghita, Ialomița, Ilfov,
    Maramureș, Mehedinți, Mureș, Neamț, Olt, Prahova, Sălaj, Teleorman, Timiș, Vâlcea, Vrancea, Banat, Oltenia,
    Muntenia, Dobrogea, Ardeal, Bucovina, Transilvania=Transylvania`,
  MD: `Găgăuzia=UTA Găgăuzia, Transnistria`,
}

/** The chief town of a county that has another name than its chief town; a person of the county lives near it. */
export const chiefTowns: Readonly<Record<string, string>> = {
  timis: 'timisoara',
  bihor: 'oradea',
  arges: 'pitesti',
  dolj: 'craiova',
  prahova: 'ploiesti',
  maramures: 'baia mare',
  mures: 'targu mures',
  neamt: 'piatra neamt',
  gorj: 'targu jiu',
  valcea: 'ramnicu valcea',
  dambovita: 'targoviste',
  ilfov: 'bucuresti',
  vrancea: 'focsani',
  salaj: 'zalau',
  olt: 'slatina',
  alba: 'alba iulia',
  bizkaia: 'bilbao',
  vizcaya: 'bilbao',
  'loire-atlantique': 'nantes',
  'ille-et-vilaine': 'rennes',
  'haute-garonne': 'toulouse',
  gironde: 'bordeaux',
  'bas-rhin': 'strasbourg',
  herault: 'montpellier',
  rhone: 'lyon',
  isere: 'grenoble',
  'bouches-du-rhone': 'marseille',
}
