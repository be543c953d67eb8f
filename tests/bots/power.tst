# Powering.

position wind before coal
table classic germany 3
seat 1 money 20 plants 10 18 fuel 2 0 0 0 cities essen duisburg
phase 4 bureaucracy
ask easy normal hard
accept power 18

position everything when every city waits
table classic germany 3
seat 1 money 20 plants 10 15 fuel 4 0 0 0 cities essen duisburg muenster dortmund duesseldorf
phase 4 bureaucracy
ask easy normal hard
accept power 10 15

position coal that is plentiful, oil that is not
table classic germany 3
tokens 22 2 6 2
seat 1 money 20 plants 12 fuel 2 2 0 0 cities essen duisburg
seat 2 money 20 plants 7 16 fuel 0 3 0 0 cities bremen cuxhaven
phase 4 bureaucracy
ask easy normal hard
accept power 12=coal2

position uranium is kept for later
table classic germany 3
tokens 22 10 6 1
seat 1 money 20 plants 10 11 fuel 2 0 0 1 cities essen duisburg
phase 4 bureaucracy
ask easy normal hard
accept power 10

position nothing to burn
table classic germany 3
seat 1 money 20 plants 10 cities essen duisburg
phase 4 bureaucracy
ask easy normal hard
accept power

position no dear fuel for a city that pays less
table classic germany 3
step 3
market 29 30 31 32 34 35
tokens 2 2 2 1
seat 1 money 80 plants 3 25 36 fuel 5 2 0 0 any 13
seat 2 money 80 plants 20 26 33 fuel 3 2 0 0 any 12
seat 3 money 80 plants 21 24 38 fuel 2 0 4 0 any 12
phase 11 bureaucracy
ask normal
accept power 25 36
