# Buying fuel.

position one coal short of all cities on the last turn
table classic germany 3
step 3
market 26 27 28 29 30 32
tokens 6 10 10 5
seat 1 money 60 plants 25 31 36 fuel 7 0 0 0 any 16
seat 2 money 40 plants 20 21 22 fuel 0 0 0 0 any 11
seat 3 money 40 plants 23 24 33 fuel 0 0 0 0 any 11
phase 11 resources
turn 1
ask easy normal hard expert
accept buy coal

position fuel for the only plant
table classic germany 4
seat 1 money 30 plants 8
seat 2 money 30 plants 10
seat 3 money 30 plants 7
seat 4 money 30 plants 5
phase 1 resources
turn 1
ask normal hard
accept buy coal

position a hybrid takes the cheaper fuel
table classic germany 3
tokens 24 3 6 2
seat 1 money 60 plants 12 fuel 0 0 0 0 cities essen duisburg
seat 2 money 20 plants 8 cities bremen cuxhaven
seat 3 money 20 plants 14 cities hannover hamburg
phase 3 resources
turn 1
ask normal hard
accept buy coal
refuse buy oil

position the cheaper fuel again, now oil
table classic germany 3
tokens 3 18 6 2
seat 1 money 60 plants 12 fuel 0 0 0 0 cities essen duisburg
seat 2 money 20 plants 13 cities bremen cuxhaven
seat 3 money 20 plants 14 cities hannover hamburg
phase 3 resources
turn 1
ask normal hard
accept buy oil
refuse buy coal

position no fuel for a plant that no city waits for
table classic germany 3
tokens 6 12 6 2
seat 1 money 14 plants 18 20 cities essen duisburg
seat 2 money 20 plants 8 cities bremen cuxhaven
seat 3 money 20 plants 14 cities hannover hamburg
phase 4 resources
turn 1
ask normal
accept done

position uranium for the reactor
table classic germany 4
step 2
market 22 23 24 26 29 30 32 33
tokens 12 12 12 6
seat 1 money 50 plants 34 fuel 0 0 0 0 any 5
seat 2 money 50 plants 20 fuel 0 0 0 0 any 5
seat 3 money 50 plants 21 fuel 0 0 0 0 any 5
seat 4 money 50 plants 25 fuel 0 0 0 0 any 8
phase 6 resources
turn 1
ask normal hard
accept buy uranium

position fuel before one more city
table classic germany 3
step 3
market 26 27 28 29 30 32
tokens 12 10 10 5
seat 1 money 44 plants 25 31 36 fuel 0 0 0 0 any 16
seat 2 money 40 plants 20 21 22 fuel 0 0 0 0 any 11
seat 3 money 40 plants 23 24 33 fuel 0 0 0 0 any 11
phase 11 resources
turn 1
ask easy normal hard
accept buy coal

position all three kinds are lacking
table recharged germany 4
step 2
market 22 23 26 27 28 29 31 32
tokens 18 14 14 6
seat 1 money 80 plants 20 24 34 fuel 0 0 0 0 any 12
seat 2 money 80 plants 21 25 33 fuel 0 0 0 0 any 9
seat 3 money 80 plants 30 16 fuel 0 0 0 0 any 8
seat 4 money 80 plants 15 35 fuel 0 0 0 0 any 8
phase 8 resources
turn 1
ask normal hard
refuse done

position coal will be short: more than one run of it
table classic germany 3
tokens 18 12 6 2
seat 1 money 60 plants 25 fuel 0 0 0 0 any 5
seat 2 money 60 plants 15 8 fuel 0 0 0 0 any 4
seat 3 money 90 plants 20 fuel 0 0 0 0 any 5
phase 5 resources
turn 2
ask normal
accept buy coal 4
accept buy coal 5
accept buy coal 6

position fuel for later while nobody is sure to end the game
table classic germany 3
step 3
market 27 28 29 30 32 33
tokens 12 12 10 5
seat 1 money 200 plants 25 26 37 fuel 0 0 0 0 any 16
seat 2 money 40 plants 20 31 36 fuel 0 0 0 0 any 12
seat 3 money 120 plants 15 24 35 fuel 2 1 2 0 any 12
phase 11 resources
turn 3
ask normal
accept buy coal
