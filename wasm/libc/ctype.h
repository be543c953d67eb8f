/* The letters of ASCII. */
#ifndef ELEKTRO_LIBC_CTYPE_H
#define ELEKTRO_LIBC_CTYPE_H

int isalnum(int c);
int isdigit(int c);
int isspace(int c);
int tolower(int c);

#endif
