# Building.

position the city next door costs nothing but its place
table classic germany 3 zone north-west west south-west
seat 1 money 24 plants 10 fuel 2 0 0 0 cities essen
seat 2 money 20 plants 8 cities bremen
seat 3 money 20 plants 7 cities trier
phase 2 building
turn 1
ask easy normal hard
accept connect duisburg

position the game is over and every city has power
table classic germany 3
step 3
market 27 28 29 30 32 33
seat 1 money 90 plants 24 25 26 fuel 2 2 2 0 any 14
seat 2 money 40 plants 31 36 38 fuel 6 0 3 0 any 17
seat 3 money 40 plants 21 22 23 fuel 2 0 0 1 any 11
phase 12 building
turn 1
ask normal hard
accept done

position the game is over and three more cities could have power
table classic germany 3
step 3
market 27 28 29 30 32 33
seat 1 money 120 plants 31 26 36 fuel 6 2 0 0 any 14
seat 2 money 40 plants 34 35 38 fuel 0 1 3 1 any 17
seat 3 money 40 plants 21 22 23 fuel 2 0 0 1 any 11
phase 12 building
turn 1
ask normal hard
accept connect

position ending the game wins it
table classic germany 3
step 3
market 27 28 29 30 32 33
seat 1 money 100 plants 31 26 36 fuel 6 2 0 0 any 16
seat 2 money 30 plants 20 21 22 fuel 5 0 0 0 any 11
seat 3 money 30 plants 23 24 37 fuel 0 0 2 1 any 10
phase 12 building
turn 1
ask normal hard
accept connect

position ending the game would lose it
table classic germany 3
step 3
market 27 28 29 30 32 33
seat 1 money 60 plants 20 21 23 fuel 5 0 0 1 any 16
seat 2 money 5 plants 31 26 36 fuel 6 2 0 0 any 16
seat 3 money 5 plants 24 25 37 fuel 2 0 2 0 any 10
phase 11 building
turn 1
ask normal hard
accept done

position two cities without a plant to power them
table classic germany 4
market 11 12 13 14 15 16 17 18
seat 1 money 22 plants 4 fuel 2 0 0 0 cities essen duisburg duesseldorf
seat 2 money 20 plants 8 cities bremen
seat 3 money 20 plants 7 cities hannover
seat 4 money 20 plants 10 cities kassel
phase 3 building
turn 1
ask normal
accept done
fails normal

position everybody waits at the end with nothing to gain
table classic germany 3
step 3
market 27 28 29 30 32 33
seat 1 money 400 plants 31 26 36 fuel 6 2 0 0 any 16
seat 2 money 300 plants 25 35 38 fuel 2 1 3 0 any 16
seat 3 money 200 plants 34 42 46 fuel 2 3 0 1 any 16
phase 22 building
turn 1
ask normal
accept connect

position the last cheap city before the rival
table classic germany 3 zone north-west north-east west
market 11 12 14 15 16 17 18 19
seat 1 money 20 plants 10 13 fuel 2 0 0 0 cities hamburg bremen
seat 2 money 60 plants 8 20 fuel 3 0 0 0 cities flensburg
seat 3 money 60 plants 7 21 cities muenster essen
phase 4 building
turn 1
ask normal hard
accept connect kiel
fails normal hard

position the first city where cities are close
table classic germany 3 zone north-west west south-west
market 6 9 11 12 13 14 15 16
seat 1 money 40 plants 10 fuel 2 0 0 0
seat 2 money 40 plants 8
seat 3 money 40 plants 7
phase 1 building
ask normal hard
accept connect essen
accept connect duisburg
accept connect dortmund
accept connect muenster
accept connect duesseldorf
accept connect koeln
