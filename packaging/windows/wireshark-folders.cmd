@rem Sets folders: every Wireshark with tshark.exe that can be found, each in quotes, best first. Called by the other scripts.
@rem SPDX-License-Identifier: GPL-2.0-or-later
@rem
@rem WIRESHARK_DIR names one that is somewhere else; then nothing else counts. What is in a folder's name is never handed to
@rem call, which would read a % in it once more.
@echo off
set "folders="
if defined WIRESHARK_DIR goto named
set "folder=%ProgramFiles%\Wireshark"
call :look
set "folder=%ProgramW6432%\Wireshark"
call :look
set "key=Software\Microsoft\Windows\CurrentVersion\App Paths\Wireshark.exe"
for %%r in (HKLM HKCU) do call :ask %%r
for %%p in (tshark.exe) do set "folder=%%~dp$PATH:p"
call :look
goto :eof

rem Whoever copied the path from Windows' Explorer has quotes around it.
:named
set "folder=%WIRESHARK_DIR:"=%"
call :look
goto :eof

rem Where the installer wrote down that Wireshark is.
:ask
for /f "tokens=2,*" %%a in ('reg query "%1\%key%" /v Path 2^>nul') do if "%%a"=="REG_SZ" set "folder=%%b"
call :look
goto :eof

rem A folder that is known already is installed to once more; that changes nothing.
:look
if not defined folder goto :eof
if "%folder:~-1%"=="\" set "folder=%folder:~0,-1%"
if exist "%folder%\tshark.exe" set folders=%folders% "%folder%"
set "folder="
goto :eof
